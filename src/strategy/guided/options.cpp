#include "strategy/guided/options.h"

namespace reenact {

void declare(GuidedOptions& options, OptionVisitor& visitor) {
  visitor.begin_group("Making tests", {"genetic", "moho", "random"});
  visitor.number("--initial-calls", options.initial_calls, {1, 30}, "Calls in a test made from scratch, at most");
  visitor.toggle("slices", options.slices,
                 "Remove from tests what their last call towards the crash does not depend on");
  visitor.toggle("setup-calls", options.setup_calls,
                 "Also make calls that change the objects that arguments come from");
  visitor.toggle("argument-calls", options.argument_calls,
                 "Also make calls that change what the calls before the crash are given");
  visitor.toggle("setters", options.setters, "Prefer calls that set the fields that branches before the crash look at");
  visitor.toggle("reported-calls", options.reported_calls,
                 "Prefer calls that the report shows to have freed or allocated the memory");
  visitor.toggle("loops", options.loops, "Also make calls that add something many times, in a loop");
  visitor.toggle("usage", options.usage, "Begin tests as the project's own tests and examples call it");
  visitor.real("--usage-tests", options.usage_tests, {0, 1}, "Share of tests made from scratch that --usage begins");
  visitor.real("--usage-births", options.usage_births, {0, 1}, "Share of later tests that --usage begins anew");
  visitor.real("--setups", options.setups, {0, 1}, "Share of --setup-calls among the calls before the crash");
  visitor.real("--sliced-initial", options.sliced_initial, {0, 1},
               "Share of tests made from scratch that --slices cuts");
  visitor.real("--sliced-mutants", options.sliced_mutants, {0, 1}, "Share of changed tests that --slices cuts");
  visitor.real("--whole-slices", options.slices_of_tidied, {0, 1},
               "Share of those cut to what the last call towards the crash needs; others lose what nothing uses");
  visitor.real("--bare-slices", options.bare_slices, {0, 1},
               "Share of those cuts that leave that call alone, and are made all the same");
}

void declare(BreedingOptions& options, OptionVisitor& visitor) {
  visitor.begin_group("Breeding tests", {"genetic", "moho"});
  visitor.number("--population", options.population, {2, 10000}, "Tests per generation");
  visitor.real("--crossover", options.crossover, {0, 1}, "Probability that a new test is crossed from two others");
  visitor.real("--mutations", options.mutations, {0.1, 100}, "Statements that a mutation changes, on average");
  visitor.real("--crash-calls", options.crash_calls, {0, 1}, "Share of inserted calls that lead towards the crash");
  visitor.real("--usage-calls", options.usage_calls, {0, 1},
               "Share of inserted calls that --usage has beside a call of the test");
}

void declare(NoveltyOptions& options, OptionVisitor& visitor) {
  visitor.begin_group("Learning from new code", {"genetic"});
  visitor.real("--archive-parents", options.archive_parents, {0, 1},
               "Share of new tests bred from tests that were the first to enter code near the crash");
  visitor.real("--archive-calls", options.archive_calls, {0, 1},
               "Share of inserted calls that are taken from such tests");
  visitor.real("--text-focus", options.text_focus, {0, 1},
               "Share of mutations that change one text of the call towards the crash, and nothing else");
  visitor.number("--still-after", options.still_after, {1, 1000000000},
                 "Tests without a better one until a search stands still: for as many tests, then it goes on as before "
                 "for as many, and so on");
  visitor.real("--still-text-focus", options.still_text_focus, {0, 1}, "--text-focus while a search stands still");
  visitor.real(
      "--joined-texts", options.joined_texts, {0, 1},
      "Share of those mutations that join the text with one of a test that led to new code, while a search stands "
      "still");
  visitor.toggle("call-weights", options.call_weights, "Prefer calls that led to new code before");
  visitor.real("--goal-worth", options.goal_worth, {1, 1000},
               "Worth of new code in the functions of the report, where other new code is worth 1");
  visitor.real("--archive-patience", options.archive_patience, {1, 1e6},
               "Uses of a test of the archive without new code before others are preferred");
  visitor.number("--archive-draws", options.archive_draws, {1, 1000},
                 "Draws from the archive, of which the best becomes a parent");
  visitor.real("--even-calls", options.even_calls, {0, 1}, "Share of calls that --call-weights leaves to chance");
  visitor.real("--call-patience", options.call_patience, {1, 1e6},
               "Uses of a call without new code before others are preferred");
  visitor.real("--text-readers", options.text_readers, {0.01, 1000},
               "Weight of calls that give an object a text, where other calls begin with 1");
}

}  // namespace reenact
