#pragma once
#include <cstddef>

namespace pack {

/// Where packed bytes go to.
class Sink {
 public:
  virtual ~Sink();
  virtual void append(const char* bytes, std::size_t size) = 0;
  /// Room for `size` bytes that can be written to directly, or null: there is none.
  virtual char* room(std::size_t size);
};

/// Writes each run of equal bytes as its length and the byte.
void pack(const char* text, Sink& sink);

}  // namespace pack
