#include "api/headers/install_rules.h"

#include <algorithm>
#include <map>
#include <regex>

#include "build/cache.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

bool is_header(const std::string& word) {
  return std::ranges::any_of(std::initializer_list<const char*>{".h", ".hpp", ".hh", ".hxx", ".H", ".ipp", ".inl"},
                             [&](const char* extension) { return word.ends_with(extension); });
}

/// Comments off ("#" to the end of the line), continued lines joined.
std::string plain(const std::string& text) {
  std::string result;
  bool in_comment = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == '\n') {
      result += ' ';
      ++i;
    } else if (text[i] == '\n') {
      in_comment = false;
      result += '\n';
    } else {
      in_comment = in_comment || text[i] == '#';
      if (!in_comment) result += text[i];
    }
  }
  return result;
}

std::vector<std::string> split_at(const std::string& text, std::string_view separators) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : text + " ") {
    if (separators.contains(c)) {
      if (!word.empty()) words.push_back(std::move(word));
      word.clear();
    } else {
      word += c;
    }
  }
  return words;
}

std::vector<std::string> listed_words(const std::string& text) { return split_at(text, " \t\r\n;\"',()[]"); }

/// "${CMAKE_CURRENT_SOURCE_DIR}/include/" -> "include"; "." for a variable alone.
std::string without_variables(std::string path) {
  while (path.starts_with("${") || path.starts_with("$<") || path.starts_with("$(") || path.starts_with("@")) {
    const auto slash = path.find('/');
    if (slash == std::string::npos) return ".";
    path = path.substr(slash + 1);
  }
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path.empty() ? "." : path;
}

class InstallRulesReader {
 public:
  explicit InstallRulesReader(const std::string& text) : text_(plain(text)) {}

  InstallRules read() {
    read_variables();
    each_command("install", [&](const std::vector<std::string>& words) { install(words); });
    each_command("install_headers", [&](const std::vector<std::string>& words) { install_headers(words); });
    each_command("set_target_properties", [&](const std::vector<std::string>& words) { public_header(words); });
    // Automake: include_HEADERS, nobase_include_HEADERS, pkginclude_HEADERS ...; noinst_HEADERS stay at home.
    static const std::regex automake("(^|\n)[ \t]*([A-Za-z_]*include[A-Za-z_]*_HEADERS)[ \t]*\\+?=([^\n]*)");
    for (std::sregex_iterator it(text_.begin(), text_.end(), automake), end; it != end; ++it)
      if (!(*it)[2].str().contains("noinst")) add_headers(listed_words((*it)[3].str()), 0);
    read_make_recipes();
    return std::move(rules_);
  }

 private:
  /// Calls `use` with the words between the brackets of every `name(...)`.
  template <typename Use>
  void each_command(const std::string& name, const Use& use) const {
    const std::regex start("(^|[^A-Za-z0-9_])" + name + "[ \t]*\\(", std::regex::icase);
    for (std::sregex_iterator it(text_.begin(), text_.end(), start), end; it != end; ++it) {
      std::size_t at = static_cast<std::size_t>(it->position() + it->length());
      const std::size_t from = at;
      for (int depth = 1; at < text_.size() && depth > 0; ++at)
        depth += text_[at] == '(' ? 1 : text_[at] == ')' ? -1 : 0;
      use(listed_words(text_.substr(from, at - from)));
    }
  }

  void read_variables() {
    const auto note = [this](const std::vector<std::string>& words, std::size_t name) {
      if (words.size() > name + 1) {
        auto& values = variables_[words[name]];
        values.insert(values.end(), words.begin() + static_cast<std::ptrdiff_t>(name) + 1, words.end());
      }
    };
    each_command("set", [&](const std::vector<std::string>& words) { note(words, 0); });
    each_command("list", [&](const std::vector<std::string>& words) {
      if (!words.empty() && words[0] == "APPEND") note(words, 1);
    });
    read_meson_lists();
  }

  /// Meson: "api = files('a.h', 'b.h')" or "api += ['c.h']", then "install_headers(api)".
  void read_meson_lists() {
    static const std::regex list(
        "(^|\n)[ \t]*([A-Za-z_][A-Za-z0-9_]*)[ \t]*\\+?=[ \t]*(?:files[ \t]*\\(|\\[)([^\\])]*)");
    for (std::sregex_iterator it(text_.begin(), text_.end(), list), end; it != end; ++it)
      for (const std::string& word : listed_words((*it)[3].str())) meson_lists_[(*it)[2].str()].push_back(word);
  }

  /// Plain make: "TO_INC= lua.h lualib.h", then "\tinstall -m 644 $(TO_INC) /usr/include".
  void read_make_recipes() {
    static const std::regex variable("(^|\n)([A-Za-z_][A-Za-z0-9_]*)[ ]*[:+?]?=([^\n]*)");
    for (std::sregex_iterator it(text_.begin(), text_.end(), variable), end; it != end; ++it)
      for (const std::string& word : listed_words((*it)[3].str())) variables_[(*it)[2].str()].push_back(word);
    static const std::regex recipe("\n\t([^\n]*)");
    static const std::regex installs("(^|[^a-z])install([^a-z]|$)|(^|[^a-z])cp .*include", std::regex::icase);
    for (std::sregex_iterator it(text_.begin(), text_.end(), recipe), end; it != end; ++it) {
      const std::string command = (*it)[1].str();
      if (std::regex_search(command, installs)) add_headers(split_at(command, " \t;&"), 0);
    }
  }

  void install(const std::vector<std::string>& words) {
    if (words.empty()) return;
    if (words[0] == "FILES") add_headers({words.begin() + 1, words.end()}, 0);
    if (words[0] != "DIRECTORY") return;
    for (std::size_t i = 1; i < words.size() && words[i] != "DESTINATION" && words[i] != "TYPE"; ++i)
      rules_.folders.insert(without_variables(words[i]));
  }

  void install_headers(const std::vector<std::string>& words) {
    add_headers(words, 0);
    for (const std::string& word : words)
      if (const auto list = meson_lists_.find(word); list != meson_lists_.end()) add_headers(list->second, 0);
  }

  void public_header(const std::vector<std::string>& words) {
    const auto at = std::ranges::find(words, "PUBLIC_HEADER");
    if (at != words.end()) add_headers({at + 1, words.end()}, 0);
  }

  void add_headers(const std::vector<std::string>& words, int depth) {
    if (depth > 4) return;
    for (const std::string& word : words) {
      if (word == "DESTINATION") break;
      if ((word.starts_with("${") && word.ends_with('}')) || (word.starts_with("$(") && word.ends_with(')'))) {
        if (const auto it = variables_.find(word.substr(2, word.size() - 3)); it != variables_.end())
          add_headers(it->second, depth + 1);
      } else if (is_header(word)) {
        rules_.headers.insert(without_variables(word));
      }
    }
  }

  std::string text_;
  std::map<std::string, std::vector<std::string>> variables_, meson_lists_;
  InstallRules rules_;
};

bool names(const InstallRules& rules, const fs::path& folder, const fs::path& header) {
  if (rules.headers.empty() && rules.folders.empty()) return false;
  const std::string relative = header.lexically_relative(folder).string();
  for (const std::string& each : rules.headers)
    // A list may be relative to another folder than the file that installs it: "parser/a.h", "../lib/b.h".
    if (relative == each || relative.ends_with("/" + each) || fs::path(each).filename() == header.filename())
      return true;
  return std::ranges::any_of(rules.folders, [&](const std::string& each) {
    return each != "." && (relative.starts_with(each + "/") || relative.contains("/" + each + "/"));
  });
}

}  // namespace

InstallRules read_install_rules(const std::string& build_file) { return InstallRulesReader(build_file).read(); }

std::vector<fs::path> installed_headers(const std::vector<fs::path>& headers, const fs::path& top) {
  std::map<fs::path, InstallRules> rules_of;
  const auto rules = [&](const fs::path& folder) -> const InstallRules& {
    const auto [it, is_new] = rules_of.try_emplace(folder);
    if (is_new)
      for (const std::string_view name : kBuildFiles)
        if (const auto text = read_file(folder / name)) it->second.merge(read_install_rules(*text));
    return it->second;
  };
  std::vector<fs::path> result;
  for (const fs::path& header : headers)
    for (fs::path folder = header.parent_path();
         folder.string().starts_with(top.string()) && folder != folder.parent_path(); folder = folder.parent_path())
      if (names(rules(folder), folder, header)) {
        result.push_back(header);
        break;
      }
  return result;
}

}  // namespace reenact
