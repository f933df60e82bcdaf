#include "api/headers/cxx_guards.h"

#include <algorithm>
#include <regex>
#include <string_view>

#include "api/headers/public_headers.h"
#include "base/files.h"
#include "base/text.h"

namespace reenact {

CxxGuards::CxxGuards(const std::vector<BuiltUnit>& units) {
  static const std::regex definition(R"re(#[ \t]*define[ \t]+(\w+)[ \t]+extern[ \t]+"C")re");
  for (const std::filesystem::path& header : project_headers(units)) {
    const std::string text = read_file(header).value_or("");
    for (std::sregex_iterator found(text.begin(), text.end(), definition), end; found != end; ++found)
      macros_.insert((*found)[1].str());
  }
}

bool CxxGuards::has(const std::filesystem::path& header) const {
  const std::string text = read_file(header).value_or("");
  const auto has_word = [&](const std::string& macro) { return find_word(text, macro) != std::string_view::npos; };
  return text.contains("extern \"C\"") || text.contains("__cplusplus") || text.contains("BEGIN_DECLS") ||
         std::ranges::any_of(macros_, has_word);
}

}  // namespace reenact
