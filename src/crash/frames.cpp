#include <charconv>

#include "crash/dialects.h"

namespace reenact::dialects {

namespace {

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> prefixes) {
  for (const std::string_view prefix : prefixes)
    if (text.starts_with(prefix)) return true;
  return false;
}

bool contains_any(std::string_view text, std::initializer_list<std::string_view> parts) {
  for (const std::string_view part : parts)
    if (text.contains(part)) return true;
  return false;
}

bool is_sanitizer(const Frame& frame) {
  return starts_with_any(frame.function, {"__clang_call_terminate", "__asan_", "__interceptor_", "__ubsan_", "__sanitizer_", "__tsan_", "__msan_",
                                          "__lsan_", "operator new(", "operator new[](", "operator delete("}) ||
         contains_any(frame.file, {"compiler-rt", "sanitizer_common"});
}

bool is_system(const Frame& frame) {
  if (contains_any(frame.file, {"/include/c++/", "/bits/", "nptl/", "sysdeps/", "csu/", "./stdlib/", "./malloc/",
                                "./assert/", "./string/", "libio/"}))
    return true;
  if (starts_with_any(frame.file, {"/usr/lib/", "/usr/include/x86_64-linux-gnu", "signal/../", "stdlib/", "assert/",
                                   "string/", "malloc/", "nptl/", "libc", "../sysdeps"}))
    return true;
  if (contains_any(frame.module,
                   {"libc.so", "libc-", "libstdc++", "libpthread", "ld-linux", "libgcc_s", "libm.so", "libc++"}))
    return true;
  return frame.file.empty() &&
         (starts_with_any(frame.function,
                          {"std::", "__gnu_cxx::", "__cxa_", "__clang_call_terminate", "__GI_", "__assert_fail",
                           "__libc_", "__restore_rt", "_dl_", "__pthread", "__memcpy", "__strlen", "__memmove"}) ||
          frame.function == "raise" || frame.function == "abort" || frame.function == "free" ||
          frame.function == "malloc" || frame.function == "calloc" || frame.function == "realloc" ||
          frame.function == "memcpy" || frame.function == "memmove" || frame.function == "strlen" ||
          frame.function == "memset");
}

bool is_driver(const Frame& frame) {
  const std::string_view name = frame.function;
  return name == "main" || name.starts_with("main(") || name == "LLVMFuzzerTestOneInput" ||
         starts_with_any(name, {"testing::", "fuzzer::", "_start", "__libc_start"}) || name.contains("::TestBody(") ||
         name.ends_with("::TestBody");
}

}  // namespace

void assign_owners(std::vector<Frame>& frames) {
  bool outside = false;  // of main: everything further out drives the program
  for (Frame& frame : frames) {
    outside = outside || is_driver(frame);
    if (outside)
      frame.owner = FrameOwner::kDriver;
    else if (is_sanitizer(frame))
      frame.owner = FrameOwner::kSanitizer;
    else if (is_system(frame))
      frame.owner = FrameOwner::kSystem;
    else
      frame.owner = FrameOwner::kSubject;
  }
}

void set_place(Frame& frame, std::string_view place) {
  std::uint32_t numbers[2] = {0, 0};
  int count = 0;
  std::string_view rest = place;
  while (count < 2) {
    const auto colon = rest.rfind(':');
    if (colon == std::string_view::npos || colon + 1 == rest.size()) break;
    std::uint32_t value = 0;
    const auto digits = rest.substr(colon + 1);
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (parsed.ec != std::errc() || parsed.ptr != digits.data() + digits.size()) break;
    numbers[count++] = value;
    rest = rest.substr(0, colon);
  }
  frame.file = std::string(rest);
  frame.line = Line(count == 2 ? numbers[1] : count == 1 ? numbers[0] : 0u);
  frame.column = count == 2 ? numbers[0] : 0;
}

}  // namespace reenact::dialects
