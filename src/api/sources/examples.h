// What a project's own tests and examples show: the texts that they are about, with which a person would begin who looks for a text that a parser
// takes, and in which order they call the project.
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

#include "api/sources/call_sequences.h"

namespace reenact {

inline constexpr std::size_t kLargestExample = 4096;  // bytes of a file, or of a literal
inline constexpr std::size_t kMostExamples = 1000;

inline constexpr std::size_t kMostSequences = 2000;

struct Examples {
  std::vector<std::string> texts;       // each once, by the path of its file
  std::vector<CallSequence> sequences;  // likewise
};

/// Evenly chosen where there are more than kMostExamples texts or kMostSequences sequences. What cannot be read is left out.
[[nodiscard]] Examples read_examples(const std::filesystem::path& project);

/// The string literals of a source file, in its order; neighbours are joined as the compiler joins them. None of `#include` and other
/// directives, and none of wide characters.
[[nodiscard]] std::vector<std::string> literals_in(const std::string& source);

}  // namespace reenact
