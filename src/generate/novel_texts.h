// Texts of tests that led to new code: what one test says is joined with what another says (libFuzzer's cross-over), for
// two sentences that are right by themselves are rarely made anew at once.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.h"
#include "testcase/test_case.h"

namespace reenact {

class NovelTexts {
 public:
  static constexpr std::size_t kCapacity = 256, kLongest = 1024;  // texts; bytes of one

  /// Keeps the texts of `test`; the oldest make room.
  void add(const TestCase& test) {
    for (const Statement& each : test.statements)
      if (each.kind == StatementKind::kText) add(test.text_of(each));
  }
  [[nodiscard]] bool empty() const { return texts_.empty(); }

  /// Joins `text` with one of the texts: the beginning of one and the end of the other, one whole behind the other, or a
  /// part of it put into `text`.
  void join(std::string& text, Random& random) const {
    if (texts_.empty()) return;
    const std::string& other = random.pick(texts_);
    const std::size_t at = random.below(text.size() + 1), from = random.below(other.size());
    switch (random.below(4)) {
      case 0:
        text.resize(at);
        text.append(other, from);
        break;
      case 1:
        if (random.chance(0.3)) text += '\n';
        text += other;
        break;
      case 2:
        if (random.chance(0.3)) text.insert(0, 1, '\n');
        text.insert(0, other);
        break;
      default:
        text.insert(at, other, from, 1 + random.below(other.size() - from));
        break;
    }
  }

 private:
  void add(std::string_view text) {
    if (text.empty() || text.size() > kLongest) return;
    for (const std::string& each : texts_)
      if (each == text) return;
    if (texts_.size() < kCapacity) texts_.emplace_back();
    texts_[next_] = text;
    next_ = (next_ + 1) % kCapacity;
  }

  std::vector<std::string> texts_;
  std::size_t next_ = 0;
};

}  // namespace reenact
