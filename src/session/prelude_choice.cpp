#include "session/prelude_choice.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "base/files.h"
#include "build/toolchain.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;
using Words = std::set<std::string, std::less<>>;

constexpr std::size_t kAlone = 6;      // headers tried alone
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

std::vector<std::string> in_order_of(const std::vector<std::string>& all, std::vector<std::string> some) {
  std::ranges::sort(some, {}, [&](const std::string& line) { return std::ranges::find(all, line) - all.begin(); });
  return some;
}

/// One of the `headers` from `first` to `last` with which alone the test compiles.
std::optional<std::string> alone(const std::vector<Header>& headers, std::size_t first, std::size_t last,
                                 const TryPrelude& attempt) {
  for (std::size_t i = first; i < headers.size() && i < last; ++i) {
    const TriedTest tried = attempt({headers[i].line});
    if (!tried.compiles) continue;
    // One that it only passes on declares what is used.
    for (std::size_t k = i + 1; k < headers.size() && k < kAlone; ++k)
      if (file_of(headers[k].line, tried.included) && attempt({headers[k].line}).compiles) return headers[k].line;
    return headers[i].line;
  }
  return std::nullopt;
}

/// What including a line gives.
struct Given {
  std::string line;
  fs::path file;
  std::set<fs::path> files;     // itself, and what it includes, directly or not
  std::set<std::size_t> needs;  // which are declared in these
  std::size_t declares = 0;     // of them, by itself
};

/// Adds to `files` what including `file` brings in.
void collect(const fs::path& file, const DeclarationsUsed& used, std::set<fs::path>& files) {
  if (!files.insert(file).second) return;
  const auto found = used.includes.find(file);
  if (found == used.includes.end()) return;
  for (const fs::path& each : found->second) collect(each, used, files);
}

bool meet(const std::set<fs::path>& some, const std::set<fs::path>& others) {
  return std::ranges::any_of(some, [&](const fs::path& each) { return others.contains(each); });
}

/// What the lines of `all` give of which the test has need, and would not have without them.
std::vector<Given> given_by(const std::vector<std::string>& all, const DeclarationsUsed& used) {
  std::set<fs::path> direct;
  if (const auto code = used.includes.find(fs::path()); code != used.includes.end()) direct = code->second;
  const std::vector<fs::path> included(direct.begin(), direct.end());
  std::vector<Given> result;
  for (const std::string& line : all)
    if (const auto file = file_of(line, included)) {
      result.push_back({line, *file, {}, {}});
      collect(*file, used, result.back().files);
      direct.erase(*file);
    }
  std::set<fs::path> anyway;
  for (const fs::path& file : direct) collect(file, used, anyway);
  std::size_t need = 0;
  for (const std::set<fs::path>& places : used.declared_in) {
    ++need;
    if (meet(places, anyway)) continue;
    for (Given& each : result)
      if (meet(places, each.files)) {
        each.needs.insert(need);
        each.declares += places.contains(each.file) ? 1 : 0;
      }
  }
  return result;
}

/// Few of `all` that declare together, by themselves or by what they include, all that the test uses. Empty: it uses nothing of them.
std::vector<std::string> declaring(const std::vector<std::string>& all, const DeclarationsUsed& used) {
  std::vector<Given> left = given_by(all, used);
  std::vector<std::string> result;
  while (true) {
    // The most of what is lacking; of equals, what declares more itself, and includes less.
    const auto worth = [](const Given& each) {
      return std::tuple(each.needs.size(), each.declares, -static_cast<std::ptrdiff_t>(each.files.size()));
    };
    const auto best = std::ranges::max_element(left, {}, worth);
    if (best == left.end() || best->needs.empty()) return in_order_of(all, std::move(result));
    const std::set<std::size_t> met = best->needs;
    result.push_back(best->line);
    for (Given& each : left)
      for (const std::size_t need : met) each.needs.erase(need);
  }
}

/// `lines` without those that can be left out.
std::vector<std::string> needed_of(std::vector<std::string> lines, const TryPrelude& attempt) {
  if (lines.size() > kMostKept) return lines;
  for (std::size_t i = lines.size(); i-- > 0 && lines.size() > 1;) {
    std::vector<std::string> fewer = lines;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (attempt(fewer).compiles) lines = std::move(fewer);
  }
  return lines;
}

/// Some of `all` with which the test compiles.
std::optional<std::vector<std::string>> compiling(const std::vector<std::string>& all, std::string_view body,
                                                  const TryPrelude& attempt, const UsesWithPrelude& uses) {
  const TriedTest whole = attempt(all);
  if (all.size() < 2) return whole.compiles ? std::optional(all) : std::nullopt;
  const std::vector<Header> headers = ranked(all, body, whole.included);
  if (const auto one = alone(headers, 0, 1, attempt)) return std::vector{*one};
  if (whole.compiles)
    if (const auto used = uses(all)) {
      std::vector<std::string> few = declaring(all, *used);
      if (!few.empty() && attempt(few).compiles) return few;
    }
  if (const auto one = alone(headers, 1, kAlone, attempt)) return std::vector{*one};
  if (!whole.compiles) return std::nullopt;
  std::vector<std::string> mentioned;
  for (const std::string& line : all)
    if (std::ranges::find(headers, line, &Header::line)->score > 0) mentioned.push_back(line);
  if (!mentioned.empty() && mentioned.size() < all.size() && attempt(mentioned).compiles)
    return needed_of(mentioned, attempt);
  return needed_of(all, attempt);
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
                                                       const TryPrelude& attempt, const UsesWithPrelude& uses) {
  auto chosen = compiling(all, body, attempt, uses);
  if (chosen) chosen = with_c_linkage(all, std::move(*chosen), body, attempt);
  return chosen;
}

std::optional<std::vector<std::string>> choose_prelude(
    const std::vector<std::string>& all, CheckRequest request,
    const std::function<std::string(const std::vector<std::string>&)>& source) {
  std::vector<std::string> flags;
  if (const auto tools = find_toolchain()) flags.push_back("-I" + tools->small_gtest.string());
  flags.insert(flags.end(), request.build.compile_flags.begin(), request.build.compile_flags.end());
  const std::string text = source({});
  return choose_prelude(
      all, std::string_view(text).substr(text.find("TEST(")),
      [&](const std::vector<std::string>& lines) {
        request.test_source = source(lines);
        return try_test(request);
      },
      [&](const std::vector<std::string>& lines) { return declarations_used(source(lines), flags); });
}

}  // namespace reenact
