// memset, memcpy and memmove of many bytes, asked for by the subject without AddressSanitizer: one that would run off mapped memory is
// a crash that is found before it begins. Else each filled all memory up to there first, tens of megabytes, and nothing could be
// trusted behind it: `memset(error, 0, error_size)` with a wrong size costs a new process and a hundred times a test.
#include <sys/mman.h>

#include <cerrno>

#include "runtime/runtime.h"

namespace {

constexpr uintptr_t kPage = 4096;
constexpr size_t kLarge = size_t{1} << 16;  // bytes: to touch them takes longer than to ask

/// All pages from `first` up to `last`, both at the beginning of one.
bool is_mapped(uintptr_t first, uintptr_t last) {
  // MS_ASYNC does nothing but look whether everything is mapped (Linux since 2.6.19).
  const int saved = errno;
  const bool result =
      msync(reinterpret_cast<void*>(first), last - first, MS_ASYNC) == 0;  // NOLINT(performance-no-int-to-ptr)
  errno = saved;
  return result;
}

/// Ends the test where the first of `size` bytes is that is not mapped, if there is one. A large local array counts as mapped: the call
/// that brought us here has used the stack below it, and the stack has grown to there.
void check_mapped(const void* start, size_t size) {
  using reenact::runtime::die_before_access;
  const auto address = reinterpret_cast<uintptr_t>(start);
  constexpr uintptr_t end = uintptr_t{1} << 47;  // of a process
  const uintptr_t first = address & ~(kPage - 1);
  uintptr_t mapped = first, unmapped = size > end - address ? end : (address + size + kPage - 1) & ~(kPage - 1);
  if (address >= end) return;  // the processor says what is wrong with it
  if (unmapped < end && is_mapped(mapped, unmapped)) return;
  // All below `mapped` is there, and something below `unmapped` is not.
  while (unmapped - mapped > kPage) {
    const uintptr_t middle = mapped + ((unmapped - mapped) / kPage / 2) * kPage;
    (is_mapped(mapped, middle) ? mapped : unmapped) = middle;
  }
  die_before_access(mapped == first ? address : mapped);
}

void check_copy(const void* to, const void* from, size_t size) {
  if (size < kLarge) return;
  check_mapped(from, size);
  check_mapped(to, size);
}

}  // namespace

extern "C" {

// Weak: under AddressSanitizer all of the runtime is linked, and these calls are not wrapped.
__attribute__((weak)) void* __real_memset(void* to, int value, size_t size);
__attribute__((weak)) void* __real_memcpy(void* to, const void* from, size_t size);
__attribute__((weak)) void* __real_memmove(void* to, const void* from, size_t size);

void* __wrap_memset(void* to, int value, size_t size) {
  if (size >= kLarge) check_mapped(to, size);
  return __real_memset(to, value, size);
}

void* __wrap_memcpy(void* to, const void* from, size_t size) {
  check_copy(to, from, size);
  return __real_memcpy(to, from, size);
}

void* __wrap_memmove(void* to, const void* from, size_t size) {
  check_copy(to, from, size);
  return __real_memmove(to, from, size);
}

}  // extern "C"
