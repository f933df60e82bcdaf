#include <dlfcn.h>

#include <algorithm>
#include <charconv>
#include <set>

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

/// The name with its scopes: of "void a::f<std::less<int>>(std::string const&)" "a::f<std::less<int>>".
std::string_view scoped_name(std::string_view function) {
  std::size_t depth = 0, start = 0;
  for (std::size_t i = 0; i < function.size(); ++i) {
    const char c = function[i];
    if (c == '<') ++depth;
    if (c == '>' && depth > 0) --depth;
    if (depth > 0) continue;
    if (c == '(') return function.substr(start, i - start);
    if (c == ' ') start = i + 1;
  }
  return function.substr(start);
}

// Without parameters, as some symbolizers write them.
const std::set<std::string_view> kAllocators{"operator new", "operator new[]", "operator delete", "operator delete[]"};

bool is_sanitizer(const Frame& frame) {
  return starts_with_any(frame.function, {"__clang_call_terminate", "__asan_", "__interceptor_", "__ubsan_",
                                          "__sanitizer_", "__tsan_", "__msan_", "__lsan_", "operator new(",
                                          "operator new[](", "operator delete(", "operator delete[]("}) ||
         (frame.file.empty() && kAllocators.contains(frame.function)) ||
         starts_with_any(scoped_name(frame.function), {"__asan::", "__ubsan::", "__sanitizer::", "__interception::"}) ||
         contains_any(frame.file, {"compiler-rt", "sanitizer_common", "libsanitizer/", "vg_replace_"}) ||
         frame.module.contains("/vgpreload_");
}

const std::set<std::string_view> kGlibcFiles{"abort.c",        "assert.c",        "malloc.c",     "raise.c",
                                             "arena.c",        "pthread_kill.c",  "libc_fatal.c", "iofclose.c",
                                             "fortify_fail.c", "stack_chk_fail.c"};
const std::set<std::string_view> kLibcFunctions{"raise",   "abort",  "free",   "malloc",  "calloc",
                                                "realloc", "memcpy", "memset", "memmove", "strlen"};

/// Does this machine's C library have a function of that name? Sanitizers call theirs alike: "getpwnam", without a file.
bool is_of_c_library(const std::string& function) {
  static void* const library = dlopen("libc.so.6", RTLD_LAZY);
  return library != nullptr && dlsym(library, function.c_str()) != nullptr;
}

bool has_reserved_name(const Frame& frame) {
  return frame.function.starts_with('_') || frame.function == "malloc_printerr" ||
         kLibcFunctions.contains(frame.function);
}

/// Where the C and C++ libraries' own sources and headers are when their packages are built.
bool is_library_path(std::string_view file) {
  return starts_with_any(file, {"/usr/include/c++/", "/usr/include/x86_64-linux-gnu/", "/usr/lib/", "../sysdeps/"}) ||
         contains_any(file, {"/include/c++/", "/glibc-", "/sysdeps/", "libstdc++-v3/"});
}

/// glibc's sources as it names them, without a folder above: "./stdlib/abort.c", "abort.c". A project may have such
/// files too; the function's name decides.
bool may_be_of_glibc(std::string_view file) {
  static const std::set<std::string_view> folders{
      "assert", "csu",    "debug", "elf",   "io",   "libio",  "malloc", "nptl",    "signal", "stdlib",
      "string", "wcsmbs", "misc",  "posix", "time", "locale", "ctype",  "sysdeps", "iconv",  "stdio-common"};
  while (file.starts_with("./") || file.starts_with("../")) file.remove_prefix(file.find('/') + 1);
  const auto slash = file.find('/');
  return slash == std::string_view::npos || folders.contains(file.substr(0, slash));
}

/// `a::parse` in new_allocator.h: an optimised build gave the function the place of something inlined into it.
bool is_at_inlined_place(const Frame& frame) {
  if (!frame.file.contains("/include/c++/")) return false;
  const std::string_view name = scoped_name(frame.function);
  return name.contains("::") && !name.contains('(') &&
         !starts_with_any(name, {"std::", "__gnu_cxx::", "__gnu_debug::", "__cxxabiv1::", "_"});
}

/// A place in the C++ library's headers, of which lldb shows the last part alone: "vector.tcc", "stl_vector.h", "variant".
bool is_in_standard_header(const Frame& frame) {
  static const std::set<std::string_view> kHeaders{
      "alloc_traits.h",  "allocator.h",        "new_allocator.h",   "char_traits.h", "functional_hash.h",
      "hashtable.h",     "hashtable_policy.h", "invoke.h",          "move.h",        "predefined_ops.h",
      "ptr_traits.h",    "shared_ptr.h",       "shared_ptr_base.h", "unique_ptr.h",  "unordered_map.h",
      "unordered_set.h", "ostream_insert.h",   "exception_ptr.h"};
  if (frame.file.contains('/') || !scoped_name(frame.function).starts_with("std::")) return false;
  return !frame.file.contains('.') || frame.file.ends_with(".tcc") ||
         starts_with_any(frame.file, {"stl_", "basic_", "std_", "ranges_", "regex_", "cpp_type_traits", "locale_"}) ||
         kHeaders.contains(frame.file);
}

bool is_system(const Frame& frame) {
  if (is_library_path(frame.file) || is_in_standard_header(frame)) return true;
  if (contains_any(frame.module, {"libc.so", "libc-", "libstdc++", "libpthread", "ld-linux", "libgcc_s", "libm.so",
                                  "libc++", "libsystem_", "dyld"}))
    return true;
  if (!may_be_of_glibc(frame.file)) return false;
  if (starts_with_any(frame.function, {"__GI_", "__assert_fail", "__libc_", "__cxa_", "__gnu_cxx::", "__restore_rt",
                                       "_dl_", "__pthread", "__clang_call_terminate"}))
    return true;
  if (frame.file.empty())
    return scoped_name(frame.function).starts_with("std::") ||
           starts_with_any(frame.function, {"__memcpy", "__strlen", "__memmove"}) || is_of_c_library(frame.function);
  if (!frame.file.contains('/')) return kGlibcFiles.contains(frame.file) && has_reserved_name(frame);
  return has_reserved_name(frame) || frame.file.starts_with("./nptl/") ||
         (starts_with_any(frame.file, {"./", "../"}) && is_of_c_library(frame.function));
}

/// The name without what stands in its brackets: "each<>()" of "each<T_Test::TestBody()::$_0>(T_Test::TestBody()::$_0)".
/// A lambda of the test that is handed over names the test there.
std::string outside_of_brackets(std::string_view function) {
  std::string result;
  std::size_t angles = 0, rounds = 0;
  for (const char c : function) {
    if (c == '>' && angles > 0) --angles;
    if (c == ')' && rounds > 0 && angles == 0) --rounds;
    if (angles == 0 && rounds == 0) result += c;
    if (c == '<' && rounds == 0) ++angles;
    if (c == '(' && angles == 0) ++rounds;
  }
  return result;
}

bool is_driver(const Frame& frame) {
  const std::string name = outside_of_brackets(frame.function);
  return name == "main" || name.starts_with("main(") || name == "LLVMFuzzerTestOneInput" ||
         starts_with_any(name, {"testing::", "fuzzer::", "_start", "__libc_start"}) || name.contains("::TestBody(") ||
         name.ends_with("::TestBody");
}

/// A lambda in a test, called back by the subject: "Shelf_Take_Test::TestBody()::$_0::__invoke(int)". Further out the subject goes on.
bool is_callback_of_test(std::string_view function) { return outside_of_brackets(function).contains("::TestBody()::"); }

bool is_terminate(const Frame& frame) {
  return starts_with_any(frame.function,
                         {"std::terminate", "__cxxabiv1::__terminate", "__clang_call_terminate", "std::__terminate("});
}

/// Does the frame belong to what ends a program on purpose?
bool ends_program(const Frame& frame) {
  const std::string_view name = std::string_view(frame.function).substr(0, frame.function.find('('));
  return frame.owner != FrameOwner::kSubject && (name == "abort" || name.ends_with("_abort") || name == "raise" ||
                                                 name.contains("raise") || name.contains("pthread_kill"));
}

/// A program's own handler (std::set_terminate), which tells of an exception and aborts, is where it ended and not what
/// crashed. One that crashes itself is.
void disown_terminate_handler(std::vector<Frame>& frames) {
  const auto outermost = std::find_if(frames.rbegin(), frames.rend(), is_terminate);
  if (outermost == frames.rend()) return;
  const auto handler = std::ranges::find(frames, FrameOwner::kSubject, &Frame::owner);
  if (!std::any_of(frames.begin(), std::min(handler, outermost.base()), ends_program)) return;
  for (auto frame = handler; frame < outermost.base(); ++frame)
    if (frame->owner == FrameOwner::kSubject) frame->owner = FrameOwner::kSystem;
}

/// The name of the function that an interceptor stands for.
std::string_view plain_interceptor(const Frame& frame) {
  constexpr std::string_view kPrefix = "__interceptor_";
  const std::string_view name = frame.function;
  return name.starts_with(kPrefix) ? name.substr(kPrefix.size()) : name;
}

/// A function of the C library in the program's own module: "__interceptor_strtoll", "vsnprintf (/home/p/app+0xe3cc9)".
bool is_interceptor(const Frame& frame) {
  if (plain_interceptor(frame).size() < frame.function.size()) return true;
  return frame.owner == FrameOwner::kSystem && frame.file.empty() && !frame.module.empty() &&
         !contains_any(frame.module, {"libc.so", "libc-"}) && is_of_c_library(frame.function);
}

/// What an interceptor calls before it calls the real function: "StrtolFixAndCheck(void*, ...)" without a place, inside of
/// "__interceptor_strtoll". It may be said to be in a file that has no name for it: "printf_common(...) crtstuff.c". A callback of
/// the subject (qsort's) has a place, or is called from the C library's own module.
void disown_parts_of_interceptors(std::vector<Frame>& frames) {
  const auto interceptor = std::ranges::find_if(frames, is_interceptor);
  if (interceptor == frames.end()) return;
  for (auto frame = frames.begin(); frame != interceptor; ++frame)
    if (frame->owner == FrameOwner::kSubject && frame->line.value == 0) frame->owner = FrameOwner::kSanitizer;
}

}  // namespace

/// glibc's own helpers have names like any other's: `outstring_func` at ../libio/libioP.h, inside of `__vfprintf_internal`, or
/// `convert_time` in the file of `__mktime_internal`, which calls it. And `fwrite` at libio/iofwrite.c is what the sanitizer's `fwrite` calls.
static void disown_parts_of_c_library(std::vector<Frame>& frames) {
  // Not "../io/": what the project has there may be called back by qsort().
  const auto is_in_folder_of_glibc = [](const Frame& frame) {
    return starts_with_any(frame.file, {"./libio/", "../libio/", "./stdio-common/", "../stdio-common/", "./stdlib/",
                                        "../stdlib/", "./nptl/", "../nptl/", "../sysdeps/", "./csu/", "../csu/"});
  };
  for (std::size_t i = frames.size(); i-- > 1;) {
    const Frame& outer = frames[i];
    Frame& inner = frames[i - 1];
    if (outer.owner != FrameOwner::kSystem || inner.owner != FrameOwner::kSubject) continue;
    const bool is_same_file = !inner.file.empty() && inner.file == outer.file;
    const bool is_intercepted = is_interceptor(outer) && plain_interceptor(outer) == inner.function;
    if (is_same_file || is_intercepted || (is_in_folder_of_glibc(outer) && is_in_folder_of_glibc(inner)))
      inner.owner = FrameOwner::kSystem;
  }
}

void assign_owners(std::vector<Frame>& frames) {
  bool outside = false;  // of main: everything further out drives the program
  for (Frame& frame : frames) {
    const bool is_callback = is_callback_of_test(frame.function);
    outside = outside || (is_driver(frame) && !is_callback);
    if (is_at_inlined_place(frame)) {
      frame.file.clear();
      frame.line = Line(0u);
      frame.column = 0;
    }
    if (outside || is_callback)
      frame.owner = FrameOwner::kDriver;
    else if (is_sanitizer(frame))
      frame.owner = FrameOwner::kSanitizer;
    else if (is_system(frame))
      frame.owner = FrameOwner::kSystem;
    else
      frame.owner = FrameOwner::kSubject;
  }
  disown_parts_of_interceptors(frames);
  disown_parts_of_c_library(frames);
  disown_terminate_handler(frames);
}

void add_subject_functions(const std::vector<Frame>& frames, std::vector<std::string>& names) {
  for (const Frame& frame : frames)
    if (frame.owner == FrameOwner::kSubject && !frame.function.empty() &&
        std::ranges::find(names, frame.function) == names.end())
      names.push_back(frame.function);
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
