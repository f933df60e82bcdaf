// How guided searches make and change tests; the defaults are those of the command line.
#pragma once

#include <cstddef>

#include "base/declare.h"

namespace reenact {

/// EvoCrash's, for whatever strategy makes tests with a call of M_crash in each.
struct GuidedOptions {
  std::size_t initial_calls = 12;  // calls of an initial test: 1 to this many
  bool slices = true;              // tests are cut down to what their last call of M_crash depends on
  bool setup_calls = true;         // also calls that set up the objects behind the arguments
  bool argument_calls = true;      // and those that change what other calls than the last take
  bool loops = true;               // make calls that add something many times (api/builder/loops.cpp)
  bool usage = true;               // begin tests as the project's tests and examples call it
  double usage_tests = 0.1;        // share of initial tests, if `usage`
  double usage_births = 0.02;      // share of later ones, likewise
  bool setters = true;             // draw calls more often that store what the goal's branches ask for
  bool reported_calls = true;      // and those that the report shows to have freed or allocated the memory
  double setups = 0.5;             // share of the calls that set up objects behind the arguments
  double sliced_initial = 0.7;     // share of initial tests that are cut down, if `slices`
  double sliced_mutants = 0.35;    // share of changed tests that are cut down, if `slices`
  double slices_of_tidied = 0.8;   // of those, cut to a slice; the others only lose what nothing uses
  double bare_slices =
      0.5;  // of slices that leave the last call alone, without a text, those that are made all the same
};

/// What strategies that breed tests from tests share.
struct BreedingOptions {
  std::size_t population = 50;
  double crossover = 0.75;
  double mutations = 1;      // statements of a test of n that a mutation changes on average: each with this / n
  double crash_calls = 0.2;  // share of inserted calls that are of M_crash
  double usage_calls = 0.1;  // share of inserted calls that users make beside one that is there, if `usage`
};

/// What is learnt from what tests showed beside their fitness: `--no-novelty` is none().
struct NoveltyOptions {
  double archive_parents = 0.35;  // share of offspring bred from tests that were the first to enter code near the goal
  double archive_calls = 0.35;    // share of inserted calls that are one of such a test
  double text_focus = 0.3;        // share of mutations that change one text of the goal's call and nothing else
  // Tests without a better one, until the search is said to stand still: for as many tests, then for as many it is not, and so on.
  std::size_t still_after = 30'000;
  double still_text_focus = 0.5;  // text_focus while it does
  double joined_texts = 0.6;      // share of these mutations that join the text with one of the archive, while it does
  bool call_weights = true;       // draw calls by how often they led to new code
  double goal_worth = 4;          // what new code in the goal's own functions is worth; around them: 1
  double archive_patience = 20;   // picks of a test of the archive without new code before it falls behind
  std::size_t archive_draws = 6;  // the best of so many draws from the archive becomes a parent
  double even_calls = 0.3;        // share of calls that are drawn without weights
  double call_patience = 20;      // tries of a call without new code before it is drawn less often
  double text_readers = 3;        // prior weight of calls that give their object a text; of others: 1
  /// Is anything of it on? Then new coverage has to be watched for.
  [[nodiscard]] bool any() const { return archive_parents > 0 || archive_calls > 0 || text_focus > 0 || call_weights; }
  /// As published: nothing is.
  static NoveltyOptions none() {
    NoveltyOptions none;
    none.archive_parents = none.archive_calls = none.text_focus = none.still_text_focus = 0;
    none.call_weights = false;
    return none;
  }
};

void declare(GuidedOptions& options, OptionVisitor& visitor);
void declare(BreedingOptions& options, OptionVisitor& visitor);
void declare(NoveltyOptions& options, OptionVisitor& visitor);

}  // namespace reenact
