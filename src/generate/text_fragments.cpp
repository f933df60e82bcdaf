#include "generate/text_fragments.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string_view>

namespace reenact {
namespace {

// '#' stands for a decimal digit, '$' for a hexadecimal one, 'k' and 'v' for a letter, \x01 for '#' itself.
constexpr std::string_view kFragments[] = {
    // escapes
    "\\u$$$$", "\\ud8$$", "\\udc$$", "\\U$$$$$$$$", "\\x$$", "\\\\", "\\\"", "\\n", "\\#", "%$$", "%s", "%n", "&x;",
    "&\x01#;", "&\x01x$$;", "\\",
    // JSON, YAML, TOML, INI
    "\"\"", "\"k\"", "\"k\":", "\"k\":#", "{\"k\":#}", "[]", "[#]", "{}", ",", ":", "true", "null", "k: v\n", "- k\n",
    "k = #\n", "[k]\n", "[[k]]\n", "k.k", "&k ", "*k", "!k ", "|\n ", "---\n", "...\n", "\x01 k\n", "? ", "\n", "\n  ",
    "\t", "\r\n", "''",
    // XML, HTML, Markdown
    "<k>", "</k>", "<k/>", "<k k=\"v\">", "<k>v</k>", "<!--", "-->", "<![CDATA[", "]]>", "<?k", "?>", "<!DOCTYPE k [",
    "]>", "<!ENTITY k \"v\">", "[k](", "![", "](", "**", "`", "> ", "\x01\x01 ",
    // numbers, dates, expressions, options
    "#.#", "-#", "1e#", "1e-#", "0x$$", "####-##-##", "T##:##:##Z", "(", ")", "k(#)", "k,#", "#+#", "#*", "?#:#", "=",
    "==", "&&", "--k", "--k=v", "-k", "#/#", "/", "//", "./", "../", "##.##.##.##", "::#", "a.b",
    // odd bytes
    "\xef\xbb\xbf", "\xc3\xa9", "\xed\xa0\x80", "\xf0\x9f\x98\x80", "\xff", "\xc0\x80"};
constexpr auto kFragmentCount = static_cast<std::uint16_t>(std::size(kFragments));

}  // namespace

std::vector<std::uint16_t> fitting_fragments(std::string_view known) {
  constexpr std::size_t kFew = 12;  // words, numbers and white space fit everywhere
  const auto fits = [&](char c) {
    const char meant = c == '\x01' ? '#' : c;
    return c == '#' || c == '$' || std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::isspace(static_cast<unsigned char>(c)) != 0 || known.find(meant) != std::string_view::npos;
  };
  std::vector<std::uint16_t> all, fitting;
  for (std::uint16_t i = 0; i < kFragmentCount; ++i) {
    all.push_back(i);
    if (std::ranges::all_of(kFragments[i], fits)) fitting.push_back(i);
  }
  return fitting.size() < kFew ? all : fitting;
}

void append_fragment(std::string& text, const std::vector<std::uint16_t>& among, Random& random) {
  // One name and one value a piece: an end tag closes what its start tag opened.
  const char name = static_cast<char>('a' + random.below(random.chance(0.7) ? 3 : 26));
  const char value = static_cast<char>('a' + random.below(random.chance(0.7) ? 3 : 26));
  for (const char c : kFragments[random.pick(among)]) {
    if (c == '#')
      text += static_cast<char>('0' + random.below(10));
    else if (c == '$')
      text += "0123456789abcdefABCDEF"[random.below(22)];
    else if (c == '\x01')
      text += '#';  // a '#' that is meant
    else if (c == 'k')
      text += name;
    else if (c == 'v')
      text += value;
    else
      text += c;
  }
}

}  // namespace reenact
