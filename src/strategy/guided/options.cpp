#include "strategy/guided/options.h"

namespace reenact {

void declare(GuidedOptions& options, OptionVisitor& visitor) {
  visitor.begin_group("Making tests", {"genetic", "moho", "random"});
  visitor.number("--initial-calls", options.initial_calls, {1, 30}, "Calls in a test made from scratch, at most");
  visitor.toggle("slices", options.slices,
                 "Remove from tests what their last call towards the crash does not depend on");
  visitor.toggle("setup-calls", options.setup_calls,
                 "Also make calls that change the objects that arguments come from");
  visitor.toggle("setters", options.setters, "Prefer calls that set the fields that branches before the crash look at");
  visitor.toggle("reported-calls", options.reported_calls,
                 "Prefer calls that the report's other stacks name (freed by, allocated by)");
}

void declare(BreedingOptions& options, OptionVisitor& visitor) {
  visitor.begin_group("Breeding tests", {"genetic", "moho"});
  visitor.number("--population", options.population, {2, 10000}, "Tests per generation");
  visitor.real("--crossover", options.crossover, {0, 1}, "Probability that a new test is crossed from two others");
  visitor.real("--mutations", options.mutations, {0.1, 100}, "Statements that a mutation changes, on average");
  visitor.toggle("adaptive-operators", options.adaptive,
                 "Choose mutations and sources of values by how often they succeeded");
}

void declare(NoveltyOptions& options, OptionVisitor& visitor) {
  visitor.begin_group("Learning from new code", {"genetic"});
  visitor.real("--archive-parents", options.archive_parents, {0, 1},
               "Share of new tests bred from tests that were the first to enter code near the crash");
  visitor.real("--archive-calls", options.archive_calls, {0, 1},
               "Share of inserted calls that are taken from such tests");
  visitor.real("--text-focus", options.text_focus, {0, 1},
               "Share of mutations that change one text of the call towards the crash, and nothing else");
  visitor.toggle("call-weights", options.call_weights, "Prefer calls that led to new code before");
  visitor.toggle("novel-texts", options.novel_texts, "Join texts with texts that led to new code");
  visitor.toggle("fatal-nulls", options.fatal_nulls, "Pass null rarely where calls have crashed on it");
  visitor.toggle("fresh-starts", options.fresh_starts,
                 "Start over when a whole population brought hardly anything new");
}

}  // namespace reenact
