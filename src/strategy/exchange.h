// What strategies tell one another while they search: an append-only list of entries, numbered, each with who found it and
// what it was made from. A strategy reads what is new since its last turn and takes what it can use:
//
//   genetic:  test #4 (frame 2 reached, fitness 3.1)
//   backward: precondition #5 of frame 1: `count > 3`, proven
//   genetic:  test #6 (frame 1 reached, fitness 2.2), made from #5
//   concolic: test #7 (the crash), made from #6
//
// The credit of #7 goes to concolic, and through `from` to genetic and backward: the portfolio gives time by it
// (session/portfolio.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/ids.h"
#include "testcase/test_case.h"

namespace reenact {

using EntryId = Id<struct EntryTag>;        // number in an exchange, from 0
using StrategyId = Id<struct StrategyTag>;  // index into the names of a portfolio

/// A test better than any told before, with what it reached.
struct ReachedTest {
  TestCase test;
  double fitness = 0;               // Fitness::evaluate; 0: the crash, seen again in a child of its own
  std::optional<FrameIndex> frame;  // the innermost frame entered in its place; nullopt: none, or not observed
  std::string lacks;                // Fitness::explain
};

/// A value that the subject's code asks for.
struct WorthTrying {
  std::variant<std::int64_t, double, std::string> value;
};

enum class Certainty : std::uint8_t { kGuessed, kProven };

/// What must hold when the function of `frame` is entered, for the crash to come.
struct Precondition {
  FrameIndex frame;
  std::string formula;  // for people, in the subject's terms
  Certainty certainty = Certainty::kGuessed;
};

/// A decision on a way through the program: which successor the branch that ends a block takes.
struct Decision {
  FunctionId function;
  BlockId block;
  std::uint32_t successor = 0;
  auto operator<=>(const Decision&) const = default;
};

/// No input takes all of these decisions, in this order.
struct InfeasiblePath {
  std::vector<Decision> decisions;
};

using Finding = std::variant<ReachedTest, WorthTrying, Precondition, InfeasiblePath>;

struct Entry {
  EntryId id;
  StrategyId by;
  std::optional<EntryId> from;  // the entry of another that led to it
  Finding finding;
};

/// Entries never change and never move. Strategies of several threads may use one exchange.
class Exchange {
 public:
  /// A test is added only if it is better than all before it, so that equals do not fill the list; else nullopt.
  std::optional<EntryId> add(StrategyId by, Finding finding, std::optional<EntryId> from = std::nullopt);

  /// Entries from number `first` on that others than `reader` have added; `first` becomes the number of the next one.
  [[nodiscard]] std::vector<const Entry*> news_for(StrategyId reader, EntryId& first) const;

  /// The best test told so far; null: none yet.
  [[nodiscard]] const Entry* best() const;
  [[nodiscard]] std::size_t size() const;
  /// REQUIRES: id < size().
  [[nodiscard]] const Entry& operator[](EntryId id) const;

 private:
  mutable std::mutex mutex_;
  std::deque<Entry> entries_;  // addresses stay
  std::optional<EntryId> best_;
};

}  // namespace reenact
