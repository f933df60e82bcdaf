#pragma once

struct barrier {
  virtual ~barrier();
};

/// Must be closed when it is taken down.
class gate : public barrier {
 public:
  explicit gate(int width) : width_(width) {}
  ~gate() override;
  void open(int by) { opened_ += by; }

 private:
  int width_, opened_ = 0;
};

/// A gate of that width, opened as far.
barrier* new_gate(int width, int opened);

/// Takes the barrier down.
void take_down(barrier* what);
