#include "api/source_code.h"

#include <clang/Lex/Lexer.h>

#include <cctype>

#include "base/text.h"

namespace reenact::api {

std::string code_of(const std::string& source) {
  clang::LangOptions language;
  language.CPlusPlus = language.CPlusPlus11 = language.RawStringLiterals = true;
  const char* const begin = source.c_str();
  clang::Lexer lexer(clang::SourceLocation(), language, begin, begin, begin + source.size());
  std::string code;
  clang::Token token;
  bool in_directive = false;
  while (!lexer.LexFromRawLexer(token)) {
    if (token.isAtStartOfLine()) in_directive = token.is(clang::tok::hash);
    if (in_directive) continue;
    if (token.hasLeadingSpace() || token.isAtStartOfLine()) code += ' ';
    const bool is_text = clang::tok::isStringLiteral(token.getKind()) || token.is(clang::tok::char_constant);
    if (is_text)
      code += ' ';
    else
      code.append(lexer.getBufferLocation() - token.getLength(), token.getLength());
  }
  return code;
}

std::string_view name_before(std::string_view code, std::size_t at) {
  std::size_t begin = at;
  while (begin > 0 && (is_of_word(code[begin - 1]) || code[begin - 1] == ':')) --begin;
  std::string_view name = code.substr(begin, at - begin);
  while (name.starts_with(':')) name.remove_prefix(1);
  return name.empty() || std::isdigit(static_cast<unsigned char>(name.front())) != 0 ? std::string_view() : name;
}

}  // namespace reenact::api
