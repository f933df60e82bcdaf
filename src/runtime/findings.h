// What AddressSanitizer would report, found before it happens.
#pragma once

#include <cstddef>
#include <cstdint>

#define REENACT_LARGEST_ALLOCATION_MB 512  // ASan's option max_allocation_size_mb
#define REENACT_TEXT_OF(value) #value
#define REENACT_TEXT(value) REENACT_TEXT_OF(value)

namespace reenact::runtime {

/// Ends the running test with a finding of ASan's: `name` as its runtime calls it; `access`: kReenactReads, kReenactWrites, 0: unknown.
[[noreturn]] void die_of(const char* name, uintptr_t address, int access = 0);
/// Of an access of `size` bytes at `address`, some of which are poisoned.
[[noreturn]] void die_of_access(uintptr_t address, size_t size, int access = 0);

/// Ends the test unless all of `size` bytes may be touched; `access`: kReenactReads or kReenactWrites.
void check_range(const void* start, size_t size, int access);
/// Ends the test if the two overlap; `name` says in which call ("memcpy-param-overlap").
void check_apart(const void* a, size_t a_size, const void* b, size_t b_size, const char* name);

/// Many bytes that are written take as long as many loops: a gigabyte half a second. Cuts the test off where it has no fuel
/// left for `bytes` (fuel.cpp).
void burn(size_t bytes);

/// One byte of ASan's shadow tells of eight bytes of memory.
class Shadow {
 public:
  Shadow();
  /// False of addresses that have no shadow: the shadow itself, and what no program can use.
  [[nodiscard]] bool covers(uintptr_t address) const;
  /// REQUIRES: covers(address).
  [[nodiscard]] volatile unsigned char& operator[](uintptr_t address) const;

 private:
  size_t scale_ = 0, offset_ = 0;
};
/// REQUIRES: linked with AddressSanitizer.
const Shadow& shadow();

/// Marks of the shadow, as LLVM defines them.
enum ShadowMark : unsigned char {
  kHeapLeft = 0xfa,
  kHeapFreed = 0xfd,
  kStackLeft = 0xf1,
  kStackMiddle = 0xf2,
  kStackRight = 0xf3,
  kStackReturned = 0xf5,
  kStackLeftScope = 0xf8,
  kGlobalEnd = 0xf9,
  kNotInitialised = 0xf6,
  kUserPoisoned = 0xf7,
  kContainerEnd = 0xfc,
  kArrayCookie = 0xac,
  kInsideObject = 0xbb,
  kDynamicLeft = 0xca,
  kDynamicRight = 0xcb,
};

}  // namespace reenact::runtime
