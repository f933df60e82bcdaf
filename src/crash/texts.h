// When two texts of one exception say the same. "bad key 'a' at line 3" and "bad key 'b' at line 12" do, "bad value 'a' at
// line 3" does not: what is made up at run time varies, what stands in the source does not.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace reenact {

/// A text that was reported, taken apart by the literals of the subject that occur in it.
///
/// Numbers and what stands in quotation marks vary. Of the other words those are fixed that a literal of the subject covers;
/// words around them came in at run time ("no key alpha in the table": "no key " + name + " in the table"). A literal
/// that is a single word ("array") may as well be a value: such words may differ from ones that no literal covers, not from
/// other literals. Where no literal covers anything, the text comes from a library, and all words are fixed.
///
/// What this gets wrong: a name that comes in at run time, unquoted, and happens to be a literal of several words.
class TextPattern {
 public:
  /// `literals`: of the subject; empty: not known.
  explicit TextPattern(std::string_view reported, std::vector<std::string> literals = {});
  /// May `seen` be the same text with other values? Only first lines count: a report of std::terminate may show no more.
  [[nodiscard]] bool agrees(std::string_view seen) const;

 private:
  enum class Part : std::uint8_t { kFixed, kWord /* a literal of its own */, kFree, kValue /* number, quoted */ };
  struct Token {
    Part part = Part::kFree;
    std::string text;  // of kValue empty
    bool operator==(const Token&) const = default;
  };
  [[nodiscard]] std::vector<Token> tokens_of(std::string_view text) const;
  /// One after the other, perhaps within others: most texts that do not agree are told by this, without any literals.
  [[nodiscard]] bool has_fixed_words(std::string_view seen) const;
  [[nodiscard]] static bool same(const std::vector<Token>& reported, const std::vector<Token>& seen);

  std::string reported_;
  std::vector<Token> tokens_;          // of `reported_`
  std::vector<std::string> literals_;  // those with a letter
  bool from_library_ = false;          // no literal covers any of it
};

}  // namespace reenact
