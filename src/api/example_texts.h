// Texts that a project's own tests and examples are about: what a person would begin with who looks for a text that a parser takes.
//
//   test/cases/array.json, of at most kLargestExample bytes: the file as it stands
//   parse("a = []\n[b]\n");   in a file below tests/, compiled or not: the literal, as the compiler reads it
//
// Which files are examples is told by the names of their folders, and of the file where it is code: "tests", "samples", "corpus" (Google's
// fuzzers), "xmltest.cpp". Documentation and build files are left out.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace reenact {

inline constexpr std::size_t kLargestExample = 4096;  // bytes of a file, or of a literal
inline constexpr std::size_t kMostExamples = 1000;

/// Each once, by the path of its file; evenly chosen where there are more than kMostExamples. What cannot be read is left out.
[[nodiscard]] std::vector<std::string> example_texts(const std::filesystem::path& project);

/// The string literals of a source file, in its order; neighbours are joined as the compiler joins them. None of `#include` and other
/// directives, and none of wide characters.
[[nodiscard]] std::vector<std::string> literals_in(const std::string& source);

}  // namespace reenact
