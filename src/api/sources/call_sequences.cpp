#include "api/sources/call_sequences.h"

#include <cctype>
#include <string_view>
#include <utility>

#include "api/sources/source_code.h"
#include "base/text.h"

namespace reenact {
namespace {

/// Goes through a body, word by word.
class Reader {
 public:
  explicit Reader(std::string_view body) : body_(body) {}

  CallSequence read() {
    while (at_ < body_.size()) {
      const char c = body_[at_];
      if (is_of_word(c)) {
        take_word();
        continue;
      }
      take_sign(c);
      ++at_;
    }
    return std::move(sequence_);
  }

 private:
  void take_word() {
    const std::size_t begin = at_;
    while (at_ < body_.size() && is_of_word(body_[at_])) ++at_;
    before_ = is_behind_word_ ? word_ : std::string_view();
    word_ = std::isdigit(static_cast<unsigned char>(body_[begin])) != 0 ? std::string_view()
                                                                        : body_.substr(begin, at_ - begin);
    is_behind_word_ = true;
    is_member_ = begin > 0 && (body_[begin - 1] == '.' || body_.substr(0, begin).ends_with("->"));
  }

  void take_sign(char c) {
    if (c == ' ') return;
    if (c == '<' && !word_.empty() && skip_template_arguments()) return;
    if (c == '(') {
      // `Mesh mesh(file)` makes a Mesh, `load(file)` calls load.
      open_.push_back({before_, word_});
    } else if (c == ')' && !open_.empty()) {
      add(open_.back().first);
      add(open_.back().second);
      open_.pop_back();
    } else if (c == '=' && is_member_ && next() != '=') {
      add(word_);
    } else if ((c == ';' || c == '=' || c == '{') && !before_.empty()) {
      add(before_);  // `Mesh mesh;`
    }
    if (c == '*' || c == '&' || c == ':') {
      is_behind_word_ = false;
      return;
    }
    word_ = before_ = {};
    is_behind_word_ = is_member_ = false;
  }

  /// Of `load<Mesh>(file)`; false: it is a comparison.
  bool skip_template_arguments() {
    std::size_t depth = 0;
    for (std::size_t i = at_; i < body_.size(); ++i) {
      const char c = body_[i];
      if (c == '<') ++depth;
      if (c == '>' && --depth == 0) {
        const std::size_t behind = body_.find_first_not_of(' ', i + 1);
        if (behind == std::string_view::npos || !(body_[behind] == '(' || is_of_word(body_[behind]))) return false;
        at_ = i;
        return true;
      }
      if (!is_of_word(c) && std::string_view(" <>:,*&").find(c) == std::string_view::npos) return false;
    }
    return false;
  }

  [[nodiscard]] char next() const { return at_ + 1 < body_.size() ? body_[at_ + 1] : '\0'; }

  void add(std::string_view name) {
    if (!name.empty()) sequence_.emplace_back(name);
  }

  std::string_view body_;
  std::size_t at_ = 0;
  std::string_view word_, before_;  // the last one, and the one right in front of it
  bool is_behind_word_ = false, is_member_ = false;
  std::vector<std::pair<std::string_view, std::string_view>> open_;  // both, of brackets that are not closed
  CallSequence sequence_;
};

}  // namespace

std::vector<CallSequence> call_sequences_in(const std::string& source) {
  std::vector<CallSequence> result;
  const std::string code = api::code_of(source);
  for (const api::FunctionBody& each : api::function_bodies(code))
    if (CallSequence sequence = Reader(each.body).read(); !sequence.empty()) result.push_back(std::move(sequence));
  return result;
}

}  // namespace reenact
