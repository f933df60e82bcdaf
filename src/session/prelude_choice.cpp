#include "session/prelude_choice.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <utility>

#include "base/files.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;
using Words = std::set<std::string, std::less<>>;

constexpr std::size_t kAlone = 6;      // headers tried alone
constexpr std::size_t kTogether = 8;   // the most that are tried together, best first
constexpr std::size_t kMostKept = 12;  // of more, none is left out: each costs a compiler run

Words words_of(std::string_view text) {
  Words words;
  std::string word;
  for (const char c : std::string(text) + " ") {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_')
      word += c;
    else if (!word.empty())
      words.insert(std::exchange(word, {}));
  }
  return words;
}

/// Of `#include "sub/name.h"`, alone in its line or in an extern "C" block, the file among `included`.
std::optional<fs::path> file_of(std::string_view include, const std::vector<fs::path>& included) {
  const auto open = include.find_first_of("\"<", include.find("#include"));
  const auto close = include.find_first_of("\">", open + 1);
  if (open == std::string_view::npos || close == std::string_view::npos) return std::nullopt;
  const std::string name = "/" + std::string(include.substr(open + 1, close - open - 1));
  const auto found =
      std::ranges::find_if(included, [&](const fs::path& file) { return ("/" + file.string()).ends_with(name); });
  return found == included.end() ? std::nullopt : std::optional(*found);
}

/// The text of that file; empty: it is not among `included`, or cannot be read.
std::string text_of(std::string_view include, const std::vector<fs::path>& included) {
  const auto file = file_of(include, included);
  return file ? read_file(*file).value_or("") : "";
}

struct Header {
  std::string line;
  double score = 0;  // each word of the test counts one, shared by the headers that hold it
};

std::vector<Header> ranked(const std::vector<std::string>& all, std::string_view body,
                           const std::vector<fs::path>& included) {
  const Words wanted = words_of(body);
  std::vector<Words> held;
  std::map<std::string_view, std::size_t> holders;
  for (const std::string& line : all) {
    Words words;
    std::ranges::set_intersection(words_of(text_of(line, included)), wanted, std::inserter(words, words.end()));
    held.push_back(std::move(words));
  }
  for (const Words& words : held)
    for (const std::string& word : words) ++holders[word];
  std::vector<Header> result;
  for (std::size_t i = 0; i < all.size(); ++i) {
    result.push_back({all[i]});
    for (const std::string& word : held[i]) result.back().score += 1.0 / static_cast<double>(holders[word]);
  }
  std::ranges::sort(result, [&](const Header& a, const Header& b) {
    if (a.score != b.score) return a.score > b.score;
    return std::ranges::find(all, a.line) < std::ranges::find(all, b.line);
  });
  return result;
}

/// `lines` without those that can be left out.
std::vector<std::string> needed_of(std::vector<std::string> lines, const TryPrelude& attempt) {
  for (std::size_t i = lines.size(); i-- > 0 && lines.size() > 1;) {
    std::vector<std::string> fewer = lines;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (attempt(fewer).compiles) lines = std::move(fewer);
  }
  return lines;
}

std::vector<std::string> in_order_of(const std::vector<std::string>& all, std::vector<std::string> some) {
  std::ranges::sort(some, {}, [&](const std::string& line) { return std::ranges::find(all, line) - all.begin(); });
  return some;
}

/// Some of `all` with which the test compiles.
std::optional<std::vector<std::string>> compiling(const std::vector<std::string>& all, std::string_view body,
                                                  const TryPrelude& attempt) {
  const TriedTest whole = attempt(all);
  if (all.size() < 2) return whole.compiles ? std::optional(all) : std::nullopt;
  const std::vector<Header> headers = ranked(all, body, whole.included);
  for (std::size_t i = 0; i < headers.size() && i < kAlone; ++i) {
    const TriedTest alone = attempt({headers[i].line});
    if (!alone.compiles) continue;
    // One that it only passes on declares what is used.
    for (std::size_t k = i + 1; k < headers.size() && k < kAlone; ++k)
      if (file_of(headers[k].line, alone.included) && attempt({headers[k].line}).compiles)
        return std::vector{headers[k].line};
    return std::vector{headers[i].line};
  }
  if (!whole.compiles) return std::nullopt;
  std::vector<std::string> best{headers[0].line};
  for (std::size_t i = 1; i < headers.size() && i < kTogether; ++i) {
    best.push_back(headers[i].line);
    if (attempt(best).compiles) return in_order_of(all, needed_of(best, attempt));
  }
  std::vector<std::string> mentioned;
  for (const std::string& line : all)
    if (std::ranges::find(headers, line, &Header::line)->score > 0) mentioned.push_back(line);
  if (!mentioned.empty() && mentioned.size() < all.size() && attempt(mentioned).compiles)
    return mentioned.size() > kMostKept ? mentioned : needed_of(mentioned, attempt);
  return all.size() > kMostKept ? all : needed_of(all, attempt);
}

/// The names in `text` behind which a bracket opens: what it calls or declares.
Words called_in(std::string_view text) {
  Words called;
  std::string word;
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
      word += c;
      continue;
    }
    if (c == '(' && !word.empty()) called.insert(word);
    word.clear();
  }
  return called;
}

/// `chosen`, and before it what declares in extern "C" what the test calls and a header of `chosen` would declare as C++'s: that
/// compiles, but does not link.
std::vector<std::string> with_c_linkage(const std::vector<std::string>& all, std::vector<std::string> chosen,
                                        std::string_view body, const TryPrelude& attempt) {
  const auto is_lacking = [&](const std::string& line) {
    return line.starts_with("extern \"C\"") && std::ranges::find(chosen, line) == chosen.end();
  };
  if (std::ranges::none_of(all, is_lacking)) return chosen;
  const std::vector<fs::path> included = attempt(chosen).included;
  const Words called = called_in(body);
  std::vector<std::string> more = chosen;
  for (const std::string& line : all) {
    if (!is_lacking(line)) continue;
    const Words declared = called_in(text_of(line, included));
    if (std::ranges::any_of(called, [&](const std::string& each) { return declared.contains(each); }))
      more.push_back(line);
  }
  if (more.size() == chosen.size()) return chosen;
  more = in_order_of(all, std::move(more));
  return attempt(more).compiles ? more : chosen;
}

}  // namespace

std::optional<std::vector<std::string>> choose_prelude(const std::vector<std::string>& all, std::string_view body,
                                                       const TryPrelude& attempt) {
  auto chosen = compiling(all, body, attempt);
  if (chosen) chosen = with_c_linkage(all, std::move(*chosen), body, attempt);
  return chosen;
}

}  // namespace reenact
