#include "build/standard_headers.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

#include "base/files.h"
#include "build/precompiled.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

// To compile them takes 1 s. Of a unit they save nothing (Box2D, which includes few) to 0.3 s of 0.7 (yaml-cpp).
constexpr std::size_t kFewestUnits = 8;

/// Not <iostream>: each unit behind it would construct its streams.
std::string text_of_headers() {
  std::string text;
  for (const char* name : {"algorithm", "array",   "cassert", "cctype",        "cmath",        "cstddef",    "cstdint",
                           "cstdio",    "cstdlib", "cstring", "deque",         "exception",    "functional", "iomanip",
                           "iterator",  "limits",  "list",    "map",           "memory",       "numeric",    "ostream",
                           "queue",     "set",     "sstream", "stack",         "stdexcept",    "string",     "tuple",
                           "typeinfo",  "utility", "vector",  "unordered_map", "unordered_set"})
    text += fmt::format("#include <{}>\n", name);
  return text;
}

bool is_of_the_system(const fs::path& file) { return file.string().starts_with("/usr/"); }

bool configures_library(const fs::path& file) {
  static const std::regex form(R"(#\s*define\s+_(GLIBCXX|LIBCPP)_)");
  const auto text = read_file(file);
  return text && text->contains("define") && std::regex_search(*text, form);
}

}  // namespace

void StandardHeaders::expect(const std::vector<std::string>& line) {
  const std::lock_guard lock(mutex_);
  ++heads_[line].units;
}

fs::path StandardHeaders::in_front_of(const std::vector<std::string>& line) {
  const std::lock_guard lock(mutex_);  // whoever comes meanwhile waits for it, too
  Head& head = heads_[line];
  if (head.units < kFewestUnits || head.is_tried) return head.made;
  head.is_tried = true;
  head.made = precompiled({.kind = "standard headers",
                           .text = text_of_headers(),
                           .compiler = line.front(),
                           .flags = {line.begin() + 1, line.end()},
                           .more = {}},
                          options_);
  return head.made;
}

bool StandardHeaders::suit(const std::vector<fs::path>& files) {
  const std::lock_guard lock(mutex_);
  return std::ranges::none_of(files, [this](const fs::path& file) {
    if (is_of_the_system(file)) return false;
    const auto [known, is_new] = configures_.try_emplace(file, false);
    if (is_new) known->second = configures_library(file);
    return known->second;
  });
}

}  // namespace reenact
