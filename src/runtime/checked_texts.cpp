// Functions of the C library about memory and texts, asked for by the subject under AddressSanitizer: they check what
// ASan's would, by its rules with default options, but before anything happened.
#include <dlfcn.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>

#include "abi/abi.h"
#include "runtime/findings.h"

namespace {

using reenact::runtime::burn;
using reenact::runtime::check_apart;
using reenact::runtime::check_range;

/// The C library's own: ASan's would check again, and end the process.
template <typename Signature>
Signature* libc(const char* name) {
  return reinterpret_cast<Signature*>(dlsym(RTLD_NEXT, name));
}

size_t length_of(const char* text) {
  static auto* const strlen = libc<size_t(const char*)>("strlen");
  return strlen(text);
}

size_t length_of(const char* text, size_t most) {
  static auto* const strnlen = libc<size_t(const char*, size_t)>("strnlen");
  return strnlen(text, most);
}

/// Up to the first place where two texts differ or end, and at most `most` characters; `form` makes equal what counts as
/// equal.
template <typename Form>
int compare(const char* a, const char* b, size_t most, Form form) {
  size_t i = 0;
  int difference = 0;
  for (; i < most; ++i) {
    const int x = static_cast<unsigned char>(a[i]), y = static_cast<unsigned char>(b[i]);
    difference = form(x) - form(y);
    if (difference != 0 || x == 0) break;
  }
  check_range(a, std::min(i + 1, most), kReenactReads);
  check_range(b, std::min(i + 1, most), kReenactReads);
  return difference;
}

int as_it_is(int c) { return c; }

/// What reading a number looks at: all up to its end, and the character there.
template <typename Number>
Number read_number(Number (*read)(const char*, char**, int), const char* text, char** end, int base) {
  char* stop = nullptr;
  const Number result = read(text, &stop, base);
  const char* last = stop;
  if (last == text) {
    while (std::isspace(static_cast<unsigned char>(*last)) != 0) ++last;
    if (*last == '+' || *last == '-') ++last;
  }
  check_range(text, static_cast<size_t>(last - text) + 1, kReenactReads);
  if (end != nullptr) *end = stop;
  return result;
}

}  // namespace

extern "C" {

char* __real_strdup(const char* text);
char* __real_strndup(const char* text, size_t most);

void* __wrap___asan_memcpy(void* to, const void* from, size_t size) {
  static auto* const memcpy = libc<void*(void*, const void*, size_t)>("memcpy");
  check_range(from, size, kReenactReads);
  check_range(to, size, kReenactWrites);
  if (to != from) check_apart(to, size, from, size, "memcpy-param-overlap");
  burn(size);
  return memcpy(to, from, size);
}

void* __wrap___asan_memmove(void* to, const void* from, size_t size) {
  static auto* const memmove = libc<void*(void*, const void*, size_t)>("memmove");
  check_range(from, size, kReenactReads);
  check_range(to, size, kReenactWrites);
  burn(size);
  return memmove(to, from, size);
}

void* __wrap___asan_memset(void* to, int value, size_t size) {
  static auto* const memset = libc<void*(void*, int, size_t)>("memset");
  check_range(to, size, kReenactWrites);
  burn(size);
  return memset(to, value, size);
}

int __wrap_memcmp(const void* a, const void* b, size_t size) {
  static auto* const memcmp = libc<int(const void*, const void*, size_t)>("memcmp");
  check_range(a, size, kReenactReads);
  check_range(b, size, kReenactReads);
  return memcmp(a, b, size);
}

int __wrap_bcmp(const void* a, const void* b, size_t size) { return __wrap_memcmp(a, b, size); }

void* __wrap_memchr(const void* memory, int c, size_t size) {
  static auto* const memchr = libc<void*(const void*, int, size_t)>("memchr");
  void* found = memchr(memory, c, size);
  const auto looked = static_cast<size_t>(static_cast<const char*>(found) - static_cast<const char*>(memory)) + 1;
  check_range(memory, found != nullptr ? looked : size, kReenactReads);
  return found;
}

size_t __wrap_strlen(const char* text) {
  const size_t length = length_of(text);
  check_range(text, length + 1, kReenactReads);
  return length;
}

size_t __wrap_strnlen(const char* text, size_t most) {
  const size_t length = length_of(text, most);
  check_range(text, std::min(length + 1, most), kReenactReads);
  return length;
}

char* __wrap_strcpy(char* to, const char* from) {
  static auto* const memcpy = libc<void*(void*, const void*, size_t)>("memcpy");
  const size_t size = length_of(from) + 1;
  check_apart(to, size, from, size, "strcpy-param-overlap");
  check_range(from, size, kReenactReads);
  check_range(to, size, kReenactWrites);
  memcpy(to, from, size);
  return to;
}

char* __wrap_strncpy(char* to, const char* from, size_t size) {
  static auto* const strncpy = libc<char*(char*, const char*, size_t)>("strncpy");
  const size_t read = std::min(size, length_of(from, size) + 1);
  check_apart(to, read, from, read, "strncpy-param-overlap");
  check_range(from, read, kReenactReads);
  check_range(to, size, kReenactWrites);
  return strncpy(to, from, size);
}

char* __wrap_strcat(char* to, const char* from) {
  static auto* const strcat = libc<char*(char*, const char*)>("strcat");
  const size_t added = length_of(from), before = length_of(to);
  check_range(from, added + 1, kReenactReads);
  check_range(to, before, kReenactReads);
  check_range(to + before, added + 1, kReenactWrites);
  if (added > 0) check_apart(to, before + added + 1, from, added + 1, "strcat-param-overlap");
  return strcat(to, from);
}

char* __wrap_strncat(char* to, const char* from, size_t size) {
  static auto* const strncat = libc<char*(char*, const char*, size_t)>("strncat");
  const size_t added = length_of(from, size), read = std::min(size, added + 1), before = length_of(to);
  check_range(from, read, kReenactReads);
  check_range(to, before, kReenactReads);
  check_range(to + before, added + 1, kReenactWrites);
  if (added > 0) check_apart(to, before + read + 1, from, read, "strncat-param-overlap");
  return strncat(to, from, size);
}

int __wrap_strcmp(const char* a, const char* b) { return compare(a, b, SIZE_MAX, as_it_is); }
int __wrap_strncmp(const char* a, const char* b, size_t most) { return compare(a, b, most, as_it_is); }
int __wrap_strcasecmp(const char* a, const char* b) { return compare(a, b, SIZE_MAX, std::tolower); }
int __wrap_strncasecmp(const char* a, const char* b, size_t most) { return compare(a, b, most, std::tolower); }

char* __wrap_strchr(const char* text, int c) {
  static auto* const strchr = libc<char*(const char*, int)>("strchr");
  char* found = strchr(text, c);
  check_range(text, found != nullptr ? static_cast<size_t>(found - text) + 1 : length_of(text) + 1, kReenactReads);
  return found;
}

char* __wrap_strrchr(const char* text, int c) {
  static auto* const strrchr = libc<char*(const char*, int)>("strrchr");
  check_range(text, length_of(text) + 1, kReenactReads);
  return strrchr(text, c);
}

char* __wrap_strstr(const char* text, const char* part) {
  static auto* const strstr = libc<char*(const char*, const char*)>("strstr");
  char* found = strstr(text, part);
  const size_t length = length_of(part);
  check_range(text, found != nullptr ? static_cast<size_t>(found - text) + length : length_of(text) + 1, kReenactReads);
  check_range(part, length + 1, kReenactReads);
  return found;
}

size_t __wrap_strspn(const char* text, const char* characters) {
  static auto* const strspn = libc<size_t(const char*, const char*)>("strspn");
  const size_t length = strspn(text, characters);
  check_range(characters, length_of(characters) + 1, kReenactReads);
  check_range(text, length + 1, kReenactReads);
  return length;
}

size_t __wrap_strcspn(const char* text, const char* characters) {
  static auto* const strcspn = libc<size_t(const char*, const char*)>("strcspn");
  const size_t length = strcspn(text, characters);
  check_range(characters, length_of(characters) + 1, kReenactReads);
  check_range(text, length + 1, kReenactReads);
  return length;
}

char* __wrap_strpbrk(const char* text, const char* characters) {
  static auto* const strpbrk = libc<char*(const char*, const char*)>("strpbrk");
  char* found = strpbrk(text, characters);
  check_range(characters, length_of(characters) + 1, kReenactReads);
  check_range(text, found != nullptr ? static_cast<size_t>(found - text) + 1 : length_of(text) + 1, kReenactReads);
  return found;
}

char* __wrap_strdup(const char* text) {
  check_range(text, length_of(text) + 1, kReenactReads);
  return __real_strdup(text);
}

char* __wrap_strndup(const char* text, size_t most) {
  check_range(text, std::min(most, length_of(text, most) + 1), kReenactReads);
  return __real_strndup(text, most);
}

long __wrap_strtol(const char* text, char** end, int base) {
  static auto* const strtol = libc<long(const char*, char**, int)>("strtol");
  return read_number(strtol, text, end, base);
}

long long __wrap_strtoll(const char* text, char** end, int base) {
  static auto* const strtoll = libc<long long(const char*, char**, int)>("strtoll");
  return read_number(strtoll, text, end, base);
}

int __wrap_atoi(const char* text) { return static_cast<int>(__wrap_strtol(text, nullptr, 10)); }
long __wrap_atol(const char* text) { return __wrap_strtol(text, nullptr, 10); }
long long __wrap_atoll(const char* text) { return __wrap_strtoll(text, nullptr, 10); }

}  // extern "C"
