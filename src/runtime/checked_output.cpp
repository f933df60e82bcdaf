// printf and its relatives, asked for by the subject under AddressSanitizer: texts that they print and buffers that they
// fill are checked before they do.
#include <dlfcn.h>

#include <cctype>
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "abi/abi.h"
#include "runtime/findings.h"

namespace {

using reenact::runtime::check_range;

/// One directive of a format, behind its '%'.
struct Directive {
  const char* end = nullptr;                          // behind it
  bool takes_width = false, takes_precision = false;  // from the arguments
  long precision = -1;                                // as written; -1: none
  bool is_wide = false;
  char conversion = '\0';  // '\0': not understood
};

Directive read_directive(const char* at) {
  Directive result;
  const auto skip_digits = [&] {
    while (std::isdigit(static_cast<unsigned char>(*at)) != 0) ++at;
  };
  while (*at != '\0' && std::strchr("-+ #0'", *at) != nullptr) ++at;
  result.takes_width = *at == '*';
  if (result.takes_width) ++at;
  skip_digits();
  if (*at == '.') {
    ++at;
    result.takes_precision = *at == '*';
    if (result.takes_precision) ++at;
    result.precision = 0;
    for (; std::isdigit(static_cast<unsigned char>(*at)) != 0; ++at)
      result.precision = (result.precision * 10 + (*at - '0')) % 1'000'000;
  }
  for (; *at != '\0' && std::strchr("hlqjztL", *at) != nullptr; ++at) result.is_wide |= *at == 'l' || *at == 'L';
  if (*at == '$' || *at == '\0') return result;  // arguments by number
  result.conversion = *at;
  result.end = at + 1;
  return result;
}

void check_text(const char* text, long most) {
  if (text == nullptr) return;  // "(null)"
  const size_t length = most < 0 ? std::strlen(text) : strnlen(text, static_cast<size_t>(most));
  check_range(text, most < 0 || length < static_cast<size_t>(most) ? length + 1 : length, kReenactReads);
}

/// The format and the texts it prints. Ends at the first directive that it does not understand.
void check_format(const char* format, va_list given) {
  check_text(format, -1);
  va_list arguments;
  va_copy(arguments, given);
  for (const char* at = std::strchr(format, '%'); at != nullptr; at = std::strchr(at, '%')) {
    Directive each = read_directive(at + 1);
    if (each.conversion == '\0') break;
    at = each.end;
    if (each.conversion == '%' || each.conversion == 'm') continue;
    if (each.takes_width) (void)va_arg(arguments, int);
    if (each.takes_precision) each.precision = va_arg(arguments, int);
    if (std::strchr("eEfFgGaA", each.conversion) != nullptr) {
      if (each.is_wide && *(at - 2) == 'L')
        (void)va_arg(arguments, long double);
      else
        (void)va_arg(arguments, double);
    } else if (each.conversion == 's' && !each.is_wide) {
      check_text(va_arg(arguments, const char*), each.precision);
    } else {
      (void)va_arg(arguments, long);  // as wide as any number or pointer
    }
  }
  va_end(arguments);
}

/// What printing into a buffer of `size` bytes fills.
void check_buffer(const char* buffer, size_t size, const char* format, va_list given) {
  static auto* const print =
      reinterpret_cast<int (*)(char*, size_t, const char*, va_list)>(dlsym(RTLD_NEXT, "vsnprintf"));
  va_list arguments;
  va_copy(arguments, given);
  const int length = print(nullptr, 0, format, arguments);
  va_end(arguments);
  if (length < 0 || size == 0) return;
  const size_t filled = static_cast<size_t>(length) + 1;
  check_range(buffer, filled < size ? filled : size, kReenactWrites);
}

}  // namespace

extern "C" {

int __real_vprintf(const char* format, va_list arguments);
int __real_vfprintf(FILE* file, const char* format, va_list arguments);
int __real_vsnprintf(char* buffer, size_t size, const char* format, va_list arguments);
int __real_vsprintf(char* buffer, const char* format, va_list arguments);
int __real_puts(const char* text);
int __real_fputs(const char* text, FILE* file);
size_t __real_fwrite(const void* memory, size_t size, size_t count, FILE* file);

int __wrap_vprintf(const char* format, va_list arguments) {
  check_format(format, arguments);
  return __real_vprintf(format, arguments);
}

int __wrap_vfprintf(FILE* file, const char* format, va_list arguments) {
  check_format(format, arguments);
  return __real_vfprintf(file, format, arguments);
}

int __wrap_vsnprintf(char* buffer, size_t size, const char* format, va_list arguments) {
  check_format(format, arguments);
  check_buffer(buffer, size, format, arguments);
  return __real_vsnprintf(buffer, size, format, arguments);
}

int __wrap_vsprintf(char* buffer, const char* format, va_list arguments) {
  check_format(format, arguments);
  check_buffer(buffer, SIZE_MAX, format, arguments);
  return __real_vsprintf(buffer, format, arguments);
}

int __wrap_printf(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int result = __wrap_vprintf(format, arguments);
  va_end(arguments);
  return result;
}

int __wrap_fprintf(FILE* file, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int result = __wrap_vfprintf(file, format, arguments);
  va_end(arguments);
  return result;
}

int __wrap_sprintf(char* buffer, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int result = __wrap_vsprintf(buffer, format, arguments);
  va_end(arguments);
  return result;
}

int __wrap_snprintf(char* buffer, size_t size, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int result = __wrap_vsnprintf(buffer, size, format, arguments);
  va_end(arguments);
  return result;
}

int __wrap_puts(const char* text) {
  check_text(text, -1);
  return __real_puts(text);
}

int __wrap_fputs(const char* text, FILE* file) {
  check_text(text, -1);
  return __real_fputs(text, file);
}

size_t __wrap_fwrite(const void* memory, size_t size, size_t count, FILE* file) {
  size_t total = 0;
  if (!__builtin_mul_overflow(size, count, &total)) check_range(memory, total, kReenactReads);
  return __real_fwrite(memory, size, count, file);
}

}  // extern "C"
