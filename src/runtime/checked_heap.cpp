// The subject's allocations and releases under AddressSanitizer: a wrong one is found before it happens.
#include <cstddef>
#include <cstdint>

#include "runtime/findings.h"
#include "runtime/heap_history.h"

extern "C" {
__attribute__((weak)) int __sanitizer_get_ownership(const volatile void* block);
__attribute__((weak)) size_t __sanitizer_get_allocated_size(const volatile void* block);

void* __real_malloc(size_t size);
void* __real_calloc(size_t count, size_t size);
void* __real_realloc(void* block, size_t size);
void __real_free(void* block);
void* __real__Znwm(size_t size);
void* __real__Znam(size_t size);
void __real__ZdlPv(void* block) noexcept;
void __real__ZdaPv(void* block) noexcept;
void __real__ZdlPvm(void* block, size_t size) noexcept;
void __real__ZdaPvm(void* block, size_t size) noexcept;
}

namespace {

using reenact::runtime::burn;
using reenact::runtime::die_of;
using reenact::runtime::kHeapFreed;
using reenact::runtime::kHeapLeft;
using reenact::runtime::note_allocation;
using reenact::runtime::note_release;
using reenact::runtime::shadow;
using reenact::runtime::was_released;

/// What ASan has noted in front of a block. Its layout is LLVM's own affair, so it is learnt from blocks whose history is
/// known; `known` is false where that shows nothing (another LLVM, an allocator of the subject's own).
struct Headers {
  static constexpr uintptr_t kSize = 16;
  struct Kind {
    unsigned char state = 0, origin = 0;
    bool operator==(const Kind&) const = default;
  };

  void learn() {
    void* blocks[] = {__real_malloc(8), __real__Znwm(8), __real__Znam(8)};
    bool owned = true;
    for (const void* each : blocks) owned = owned && __sanitizer_get_ownership(each) != 0;
    if (owned) {
      by_malloc = at(blocks[0]);
      by_new = at(blocks[1]);
      by_new_array = at(blocks[2]);
    }
    __real_free(blocks[0]);
    __real__ZdlPv(blocks[1]);
    __real__ZdaPv(blocks[2]);
    known = owned && by_malloc.state == by_new.state && by_new.state == by_new_array.state &&
            at(blocks[0]).state != by_malloc.state && by_malloc.origin != by_new.origin &&
            by_malloc.origin != by_new_array.origin && by_new.origin != by_new_array.origin;
  }

  static Kind at(const void* block) {
    constexpr unsigned char origin = 3;  // its bits
    const auto* header = static_cast<const volatile unsigned char*>(block) - kSize;
    return {header[0], static_cast<unsigned char>(header[1] & origin)};
  }

  bool known = false;
  Kind by_malloc, by_new, by_new_array;
};

const Headers& headers() {
  // A subject's own `operator delete` may come back here while this learns: nothing is known then.
  static Headers result;
  static bool is_asked = false;
  if (!is_asked) {
    is_asked = true;
    result.learn();
  }
  return result;
}

/// Does a block of the heap begin here, whether it is free or not? Then a red zone lies in front of it.
bool may_be_block(uintptr_t address) {
  return address % 8 == 0 && address > Headers::kSize && shadow().covers(address - Headers::kSize) &&
         shadow().covers(address) && shadow()[address - Headers::kSize] == kHeapLeft &&
         shadow()[address - 1] == kHeapLeft;
}

/// `size`: what a sized delete claims; 0: nothing.
void check_release(const void* block, const Headers::Kind& expected, size_t size = 0) {
  if (block == nullptr || !headers().known) return;
  const auto address = reinterpret_cast<uintptr_t>(block);
  if (!may_be_block(address)) {
    if (__sanitizer_get_ownership(block) == 0) die_of(was_released(block) ? "double-free" : "bad-free", address);
  } else if (shadow()[address] == kHeapFreed) {
    die_of("double-free", address);
  } else if (const Headers::Kind found = Headers::at(block); found.state != expected.state) {
    die_of("bad-free", address);
  } else if (found.origin != expected.origin) {
    die_of("alloc-dealloc-mismatch", address);
  }
  if (size != 0 && size != __sanitizer_get_allocated_size(block)) die_of("new-delete-type-mismatch", address);
  note_release(block);
}

/// Of a block that is big, ASan writes the shadow when it is allocated: ten milliseconds for some hundred megabytes.
void check_size(size_t size) {
  constexpr size_t megabyte = size_t{1} << 20, bytes_per_shadow = 8;
  if (size > REENACT_LARGEST_ALLOCATION_MB * megabyte && headers().known) die_of("allocation-size-too-big", 0);
  burn(size / bytes_per_shadow);
}

void* noted(void* block, size_t size) {
  note_allocation(block, size);
  return block;
}

}  // namespace

extern "C" {

void* __wrap_malloc(size_t size) {
  check_size(size);
  return noted(__real_malloc(size), size);
}

void* __wrap_calloc(size_t count, size_t size) {
  size_t total = 0;
  if (__builtin_mul_overflow(count, size, &total)) {
    if (headers().known) die_of("calloc-overflow", 0);
  } else {
    check_size(total);
  }
  return noted(__real_calloc(count, size), total);
}

void* __wrap_realloc(void* block, size_t size) {
  check_release(block, headers().by_malloc);
  check_size(size);
  return noted(__real_realloc(block, size), size);
}

void __wrap_free(void* block) {
  check_release(block, headers().by_malloc);
  __real_free(block);
}

void* __wrap__Znwm(size_t size) {
  check_size(size);
  return noted(__real__Znwm(size), size);
}

void* __wrap__Znam(size_t size) {
  check_size(size);
  return noted(__real__Znam(size), size);
}

void __wrap__ZdlPv(void* block) noexcept {
  check_release(block, headers().by_new);
  __real__ZdlPv(block);
}

void __wrap__ZdlPvm(void* block, size_t size) noexcept {
  check_release(block, headers().by_new, size);
  __real__ZdlPvm(block, size);
}

void __wrap__ZdaPv(void* block) noexcept {
  check_release(block, headers().by_new_array);
  __real__ZdaPv(block);
}

void __wrap__ZdaPvm(void* block, size_t size) noexcept {
  check_release(block, headers().by_new_array, size);
  __real__ZdaPvm(block, size);
}

}  // extern "C"
