#ifndef SHELF_H
#define SHELF_H

/// Places in a row; there are more of them after grow().
class Shelf {
 public:
  /// Four more places, up to 64.
  void grow();
  /// Puts something at that place; false if there is no such place, or it is taken.
  bool put(int place);

 private:
  int places_ = 4;
  bool taken_[64] = {};
};

#endif
