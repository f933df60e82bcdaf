#include "sink.h"

class Counter : public pack::Sink {
 public:
  void append(const char*, std::size_t size) override { size_ += size; }

 private:
  std::size_t size_ = 0;
};

int main() {
  Counter counter;
  pack::pack("aab", counter);
}
