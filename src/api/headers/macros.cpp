#include "api/headers/macros.h"

#include <clang/Lex/LiteralSupport.h>
#include <clang/Lex/MacroInfo.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>

namespace reenact::api {
namespace {

using namespace clang;

/// Evaluates a macro's tokens, from left to right: headers that mix operators use brackets.
class Evaluator {
 public:
  Evaluator(Preprocessor& preprocessor, std::span<const Token> tokens, int depth)
      : preprocessor_(preprocessor), tokens_(tokens), depth_(depth) {}

  /// nullopt: not such a constant.
  std::optional<std::int64_t> whole() {
    const auto value = expression();
    return at_ == tokens_.size() ? value : std::nullopt;
  }

  static std::optional<std::int64_t> of(Preprocessor& preprocessor, const MacroInfo& macro, int depth) {
    constexpr int kDeepest = 4;
    constexpr std::size_t kLongest = 16;
    if (macro.isFunctionLike() || macro.tokens_empty() || macro.getNumTokens() > kLongest || depth > kDeepest)
      return std::nullopt;
    return Evaluator(preprocessor, {macro.tokens_begin(), macro.tokens_end()}, depth).whole();
  }

 private:
  std::optional<std::int64_t> expression() {
    auto left = operand();
    while (left && at_ < tokens_.size() && tokens_[at_].isNot(tok::r_paren)) {
      const tok::TokenKind operation = tokens_[at_++].getKind();
      const auto right = operand();
      left = right ? applied(operation, *left, *right) : std::nullopt;
    }
    return left;
  }

  std::optional<std::int64_t> operand() {
    if (at_ == tokens_.size()) return std::nullopt;
    const Token& token = tokens_[at_++];
    if (token.is(tok::numeric_constant)) return number(token);
    if (token.is(tok::minus)) {
      const auto value = operand();
      return value ? std::optional(0 - *value) : std::nullopt;
    }
    if (token.is(tok::identifier)) {
      const MacroInfo* macro = preprocessor_.getMacroInfo(token.getIdentifierInfo());
      return macro == nullptr ? std::nullopt : of(preprocessor_, *macro, depth_ + 1);
    }
    if (token.isNot(tok::l_paren)) return std::nullopt;
    const auto value = expression();
    if (at_ == tokens_.size() || tokens_[at_].isNot(tok::r_paren)) return std::nullopt;
    ++at_;
    return value;
  }

  std::optional<std::int64_t> number(const Token& token) {
    llvm::SmallString<32> buffer;
    const StringRef text = preprocessor_.getSpelling(token, buffer);
    NumericLiteralParser literal(text, token.getLocation(), preprocessor_.getSourceManager(),
                                 preprocessor_.getLangOpts(), preprocessor_.getTargetInfo(),
                                 preprocessor_.getDiagnostics());
    llvm::APInt value(64, 0);
    if (literal.hadError || !literal.isIntegerLiteral() || literal.GetIntegerValue(value)) return std::nullopt;
    return static_cast<std::int64_t>(value.getZExtValue());
  }

  static std::optional<std::int64_t> applied(tok::TokenKind operation, std::int64_t left, std::int64_t right) {
    const auto a = static_cast<std::uint64_t>(left), b = static_cast<std::uint64_t>(right);
    switch (operation) {
      case tok::pipe:
        return left | right;
      case tok::lessless:
        return b < 64 ? std::optional(static_cast<std::int64_t>(a << b)) : std::nullopt;
      case tok::plus:
        return static_cast<std::int64_t>(a + b);
      case tok::minus:
        return static_cast<std::int64_t>(a - b);
      case tok::star:
        return static_cast<std::int64_t>(a * b);
      default:
        return std::nullopt;
    }
  }

  Preprocessor& preprocessor_;
  std::span<const Token> tokens_;
  std::size_t at_ = 0;
  int depth_;
};

bool is_of_project(const SourceManager& sources, SourceLocation where) {
  return where.isValid() && where.isFileID() && !sources.isInSystemHeader(where) &&
         !sources.isWrittenInBuiltinFile(where) && !sources.isWrittenInCommandLineFile(where) &&
         !sources.isInMainFile(where);
}

}  // namespace

std::vector<std::int64_t> macro_constants(Preprocessor& preprocessor, std::size_t most) {
  std::map<std::string, std::int64_t> values;  // by name: the order of the preprocessor's table is no order
  for (const auto& [name, state] : preprocessor.macros(false)) {
    const MacroInfo* macro = preprocessor.getMacroInfo(name);
    if (macro == nullptr || !is_of_project(preprocessor.getSourceManager(), macro->getDefinitionLoc())) continue;
    const auto value = Evaluator::of(preprocessor, *macro, 0);
    if (value && (*value < -1 || *value > 10)) values.emplace(name->getName().str(), *value);
  }
  std::vector<std::int64_t> result;
  std::set<std::int64_t> known;
  for (const auto& [name, value] : values)
    if (result.size() < most && known.insert(value).second) result.push_back(value);
  return result;
}

}  // namespace reenact::api
