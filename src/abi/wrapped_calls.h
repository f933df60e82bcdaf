// Calls of the subject's code that the runtime answers first under AddressSanitizer: what it would report is found before
// anything happened, so that the process can live on (runtime/findings.cpp, runtime/checked_*.cpp). The worker is linked
// with --wrap=NAME for each: whatever in it refers to NAME gets __wrap_NAME, which the runtime defines.
#pragma once

namespace reenact {

/// Without AddressSanitizer: calls that may be found to run off all memory (runtime/large_ranges.cpp).
inline constexpr const char* kCallsOnRanges[] = {"memset", "memcpy", "memmove"};

inline constexpr const char* kWrappedCalls[] = {
    // Failed checks that the compiler inserted.
    "__asan_report_load1",
    "__asan_report_load2",
    "__asan_report_load4",
    "__asan_report_load8",
    "__asan_report_load16",
    "__asan_report_load_n",
    "__asan_report_store1",
    "__asan_report_store2",
    "__asan_report_store4",
    "__asan_report_store8",
    "__asan_report_store16",
    "__asan_report_store_n",
    // Checks that it did not inline: of very long functions.
    "__asan_load1",
    "__asan_load2",
    "__asan_load4",
    "__asan_load8",
    "__asan_load16",
    "__asan_loadN",
    "__asan_store1",
    "__asan_store2",
    "__asan_store4",
    "__asan_store8",
    "__asan_store16",
    "__asan_storeN",
    // Memory and texts.
    "__asan_memcpy",
    "__asan_memmove",
    "__asan_memset",
    "memcmp",
    "bcmp",
    "memchr",
    "strlen",
    "strnlen",
    "strcpy",
    "strncpy",
    "strcat",
    "strncat",
    "strcmp",
    "strncmp",
    "strcasecmp",
    "strncasecmp",
    "strchr",
    "strrchr",
    "strstr",
    "strspn",
    "strcspn",
    "strpbrk",
    "strdup",
    "strndup",
    "atoi",
    "atol",
    "atoll",
    "strtol",
    "strtoll",
    // Output.
    "printf",
    "fprintf",
    "sprintf",
    "snprintf",
    "vprintf",
    "vfprintf",
    "vsprintf",
    "vsnprintf",
    "puts",
    "fputs",
    "fwrite",
    // The heap.
    "malloc",
    "calloc",
    "realloc",
    "free",
    "_Znwm",
    "_Znam",
    "_ZdlPv",
    "_ZdlPvm",
    "_ZdaPv",
    "_ZdaPvm",
};

}  // namespace reenact
