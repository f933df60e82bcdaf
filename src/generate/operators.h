// The search's own operators as things to choose between: how a test, a number or a text is changed, and where a new
// value comes from. With this, each is chosen by how often its offspring was better than the parent (evolve/adapt.h).
#pragma once

#include <array>
#include <bitset>
#include <vector>

#include "base/random.h"
#include "evolve/adapt.h"

namespace reenact {

enum class OperatorGroup : std::uint8_t { kStatement, kNumber, kText, kInteger, kPiece };

/// Of kStatement: what happens to a statement.
enum StatementOperator : std::uint8_t { kRemove, kInsert, kChange };
/// Of kNumber: what a number becomes.
enum NumberOperator : std::uint8_t { kFreshNumber, kNegate, kDouble, kHalve, kStep, kSeenNumber };
/// Of kText: one change of a text.
enum TextOperator : std::uint8_t {
  kInsertCharacter,
  kInsertAnother,  // the same: twice as likely
  kErase,
  kReplaceCharacter,
  kInsertKnown,
  kRepeat,
  kWrap,
  kChangeDigits,
  kCut,
  kDuplicate,
  kInsertFresh,
  kFlipBit,
  kStepCharacter,
  kRepeatWord,
  kJoinNovel,
  kSeenText
};
/// Of kInteger: where a fresh integer comes from.
enum IntegerSource : std::uint8_t { kSmall, kConstant, kBoundary, kThousand, kAnything, kSeenInteger };
/// Of kPiece: a piece of a fresh text.
enum PieceSource : std::uint8_t { kKnownText, kNumberText, kFragment, kCharacter };

class Operators {
 public:
  /// `seen`: values of comparisons are there to choose (ValuePool::seen).
  explicit Operators(bool seen)
      : choices_{evolve::ProbabilityMatching({1, 1, 2}),
                 evolve::ProbabilityMatching({0.4, 0.15, 0.15, 0.15, 0.15, seen ? 0.3 : 0}),
                 evolve::ProbabilityMatching({1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, seen ? 4.0 : 0}),
                 evolve::ProbabilityMatching({0.5, 0.15, 0.15, 0.15, 0.05, seen ? 0.2 : 0}),
                 evolve::ProbabilityMatching({0.2, 0.04, 0.15, 0.61})} {}

  /// Draws one, and remembers it for take().
  [[nodiscard]] std::size_t choose(OperatorGroup group, Random& random) {
    const std::size_t chosen = of(group)(random);
    used_.set(bit(static_cast<std::size_t>(group), chosen));
    return chosen;
  }

  static constexpr std::size_t kMostOfAGroup = 16;
  static constexpr std::size_t kGroups = 5;
  using Used = std::bitset<kGroups * kMostOfAGroup>;
  /// What was chosen since the last call: the operators behind one offspring.
  [[nodiscard]] Used take() { return std::exchange(used_, {}); }
  void credit(const Used& used, bool better) {
    for (std::size_t group = 0; group < kGroups; ++group)
      for (std::size_t i = 0; i < choices_[group].size(); ++i)
        if (used.test(bit(group, i))) choices_[group].used(i, better);
  }
  /// The end of a generation.
  void adapt() {
    for (evolve::ProbabilityMatching& each : choices_) each.adapt();
  }
  [[nodiscard]] double probability(OperatorGroup group, std::size_t chosen) const {
    return choices_[static_cast<std::size_t>(group)].probability(chosen);
  }

 private:
  static std::size_t bit(std::size_t group, std::size_t chosen) { return group * kMostOfAGroup + chosen; }
  [[nodiscard]] const evolve::ProbabilityMatching& of(OperatorGroup group) const {
    return choices_[static_cast<std::size_t>(group)];
  }

  std::array<evolve::ProbabilityMatching, kGroups> choices_;
  Used used_;
};

}  // namespace reenact
