#pragma once

#include <vector>

class Listener {
 public:
  virtual ~Listener() = default;
  virtual void heard(int tone) = 0;
};

class Bell {
 public:
  void add(Listener* listener);
  void remove(const Listener* listener);
  void ring(int tone);

 private:
  std::vector<Listener*> listeners_;
};

/// Hears a bell as long as it lives.
class Ear : public Listener {
 public:
  explicit Ear(Bell& bell);
  Ear(const Ear&) = delete;
  Ear& operator=(const Ear&) = delete;
  ~Ear() override;
  void heard(int tone) override;

 private:
  Bell& bell_;
  int last_ = 0;
};
