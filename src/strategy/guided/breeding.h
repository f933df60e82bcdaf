// How offspring come to be: EvoCrash's guided crossover and mutation, and what is ours beside them.
#pragma once

#include <cstddef>
#include <optional>

#include "base/random.h"
#include "generate/builder.h"
#include "strategy/guided/initial_tests.h"
#include "strategy/guided/novelty_archive.h"

namespace reenact {

/// How often a mutation does what.
struct BreedingShares {
  double mutations = 1;         // BreedingOptions::mutations
  bool slices = true;           // GuidedOptions::slices
  double text_focus = 0;        // NoveltyOptions::text_focus
  double archive_calls = 0;     // NoveltyOptions::archive_calls
  double still_text_focus = 0;  // NoveltyOptions::still_text_focus
  double joined_texts = 0;      // NoveltyOptions::joined_texts
  double crash_calls = 0.2;     // BreedingOptions::crash_calls
  double sliced = 0.35;         // GuidedOptions::sliced_mutants
  double whole_slices = 0.8;    // GuidedOptions::slices_of_tidied
  double bare_slices = 0.5;     // GuidedOptions::bare_slices
  double usage_calls = 0;       // BreedingOptions::usage_calls
};

class Breeder {
 public:
  /// `archive` lends calls and texts that led to new code. All must outlive the breeder.
  Breeder(const BreedingShares& shares, const CallChoice& calls, const NoveltyArchive& archive, TestBuilder& builder,
          Random& random)
      : shares_(shares), calls_(calls), archive_(archive), builder_(builder), random_(random) {}

  /// Single point, at the same share of both parents' lengths.
  void cross(const TestCase& first, const TestCase& second, TestCase& child);
  /// Leaves `test` with a call of M_crash.
  void mutate(TestCase& test);
  /// Removes what the last call of M_crash does not depend on, or at least what nothing depends on: it only makes a test
  /// slow, and likelier to die early.
  void tidy(TestCase& test);

  /// `out`: what the call `last` of `test` depends on. False: that is no other call, and no text, so what the other calls do may be to the state of
  /// the library itself.
  [[nodiscard]] bool slice(const TestCase& test, std::size_t last, TestCase& out);

  /// From now on the search stands still, or goes on (NoveltyOptions::still_after).
  void stand_still(bool is_still) { is_still_ = is_still; }

  /// Where `test` last calls a method of M_crash.
  [[nodiscard]] std::optional<std::size_t> last_crash_call(const TestCase& test) const;

 private:
  void change_statements(TestCase& test);
  void change_statement(TestCase& test, std::size_t at);
  [[nodiscard]] bool focus(TestCase& test);
  [[nodiscard]] CallableId any_call();
  [[nodiscard]] CallableId call_in_front_of(const TestCase& test, std::size_t at);

  BreedingShares shares_;
  const CallChoice& calls_;
  const NoveltyArchive& archive_;
  TestBuilder& builder_;
  Random& random_;
  TestCase scratch_;
  bool is_still_ = false;
};

}  // namespace reenact
