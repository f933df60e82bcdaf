#include "build/dependencies.h"

#include <string>

#include "base/files.h"

namespace reenact {

namespace fs = std::filesystem;

std::vector<fs::path> read_dependencies(const fs::path& file) {
  // Makefile syntax: "object: a.c b.h \" with "\ " for blanks in names.
  const std::string text = read_file(file).value_or("");
  std::vector<fs::path> result;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty() && word.back() != ':') result.emplace_back(word);
    word.clear();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == ' ')
      word += text[++i];
    else if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == '\n')
      ++i;
    else if (text[i] == ' ' || text[i] == '\n')
      end_word();
    else
      word += text[i];
  }
  end_word();
  return result;
}

}  // namespace reenact
