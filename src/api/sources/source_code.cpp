#include "api/sources/source_code.h"

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
  bool is_last = false;  // it may be the end of the file, or a token in front of it
  while (!is_last) {
    is_last = lexer.LexFromRawLexer(token);
    if (token.is(clang::tok::eof)) break;
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

namespace {

/// `{` of a namespace, a class, an enumeration, a list of values or `extern "C"`: functions may be defined behind it.
bool opens_scope(std::string_view header) { return !header.contains('('); }

}  // namespace

std::vector<FunctionBody> function_bodies(std::string_view code) {
  std::vector<FunctionBody> result;
  std::size_t header = 0, body = 0, depth = 0;  // depth: within a body
  std::string_view begun;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (code[i] == '{') {
      if (depth > 0) {
        ++depth;
        continue;
      }
      begun = trimmed(code.substr(header, i - header));
      depth = opens_scope(begun) ? 0 : 1;
      header = body = i + 1;
    } else if (code[i] == '}') {
      if (depth == 1) result.push_back({begun, code.substr(body, i - body)});
      if (depth > 0) --depth;
      if (depth == 0) header = i + 1;
    } else if (code[i] == ';' && depth == 0) {
      header = i + 1;
    }
  }
  return result;
}

}  // namespace reenact::api
