// Failed checks of AddressSanitizer: its report is replaced by an observation, and as the check comes before the access,
// nothing is broken yet. Linked in the place of ASan's own functions (abi/wrapped_calls.h).
#include "runtime/findings.h"

#include "runtime/runtime.h"

extern "C" {
__attribute__((weak)) void __asan_get_shadow_mapping(size_t* scale, size_t* offset);
__attribute__((weak)) void* __asan_region_is_poisoned(void* start, size_t size);
}

namespace reenact::runtime {
namespace {

constexpr size_t kGranule = 8;  // bytes of memory that one byte of the shadow tells of

const char* name_of(unsigned char mark) {
  switch (mark) {
    case kHeapLeft:
    case kArrayCookie:
      return "heap-buffer-overflow";
    case kHeapFreed:
      return "heap-use-after-free";
    case kStackLeft:
      return "stack-buffer-underflow";
    case kStackMiddle:
    case kStackRight:
      return "stack-buffer-overflow";
    case kStackReturned:
      return "stack-use-after-return";
    case kStackLeftScope:
      return "stack-use-after-scope";
    case kGlobalEnd:
      return "global-buffer-overflow";
    case kNotInitialised:
      return "initialization-order-fiasco";
    case kUserPoisoned:
      return "use-after-poison";
    case kContainerEnd:
      return "container-overflow";
    case kInsideObject:
      return "intra-object-overflow";
    case kDynamicLeft:
    case kDynamicRight:
      return "dynamic-stack-buffer-overflow";
    default:
      return "unknown-crash";
  }
}

/// The mark that tells what is wrong: that of the first granule of the access which is not wholly good; of an object's
/// last granule, which is good in part, the one behind it.
unsigned char mark_of(uintptr_t address, size_t size) {
  if (!shadow().covers(address)) return 0;
  if (shadow()[address] == 0 && size > kGranule) address += kGranule;
  const unsigned char mark = shadow()[address];
  return mark > 0 && mark < 0x80 ? shadow()[address + kGranule] : mark;
}

}  // namespace

Shadow::Shadow() { __asan_get_shadow_mapping(&scale_, &offset_); }

bool Shadow::covers(uintptr_t address) const {
  constexpr uintptr_t end = uintptr_t{1} << 47;  // of a process
  return address < offset_ || (address >= offset_ + (end >> scale_) && address < end);
}

volatile unsigned char& Shadow::operator[](uintptr_t address) const {
  const uintptr_t place = (address >> scale_) + offset_;     // as ASan defines it: a sum, not a pointer
  return *reinterpret_cast<volatile unsigned char*>(place);  // NOLINT(performance-no-int-to-ptr)
}

const Shadow& shadow() {
  static const Shadow result;
  return result;
}

void die_of(const char* name, uintptr_t address, int access) { die(kReenactSanitizer, 0, access, address, name); }

void die_of_access(uintptr_t address, size_t size, int access) {
  die_of(name_of(mark_of(address, size)), address, access);
}

void check_range(const void* start, size_t size, int access) {
  const auto address = reinterpret_cast<uintptr_t>(start);
  if (address + size < address) die_of("negative-size-param", address);
  if (const void* bad = __asan_region_is_poisoned(const_cast<void*>(start), size))
    die_of_access(reinterpret_cast<uintptr_t>(bad), size, access);
}

void check_apart(const void* a, size_t a_size, const void* b, size_t b_size, const char* name) {
  const auto first = reinterpret_cast<uintptr_t>(a), second = reinterpret_cast<uintptr_t>(b);
  if (first + a_size > second && second + b_size > first) die_of(name, first);
}

}  // namespace reenact::runtime

using reenact::runtime::check_range;
using reenact::runtime::die_of_access;

extern "C" {

#define REENACT_CHECK(name, size, access)                                                                      \
  void __wrap___asan_report_##name##size(uintptr_t address) { die_of_access(address, size, access); }          \
  void __wrap___asan_##name##size(uintptr_t address) {                                                         \
    check_range(reinterpret_cast<const void*>(address), size, access); /* NOLINT(performance-no-int-to-ptr) */ \
  }
#define REENACT_CHECKS(name, access)                                                                             \
  REENACT_CHECK(name, 1, access)                                                                                 \
  REENACT_CHECK(name, 2, access)                                                                                 \
  REENACT_CHECK(name, 4, access)                                                                                 \
  REENACT_CHECK(name, 8, access)                                                                                 \
  REENACT_CHECK(name, 16, access)                                                                                \
  void __wrap___asan_report_##name##_n(uintptr_t address, size_t size) { die_of_access(address, size, access); } \
  void __wrap___asan_##name##N(uintptr_t address, size_t size) {                                                 \
    check_range(reinterpret_cast<const void*>(address), size, access); /* NOLINT(performance-no-int-to-ptr) */   \
  }

REENACT_CHECKS(load, kReenactReads)
REENACT_CHECKS(store, kReenactWrites)

}  // extern "C"
