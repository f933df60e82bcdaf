#ifndef RATIO_H
#define RATIO_H

class Ratio {
 public:
  Ratio(int above, int below) : above_(above), below_(below) {}
  operator int() const;

 private:
  int above_, below_;
};

#endif
