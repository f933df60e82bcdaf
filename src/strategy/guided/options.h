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
  bool setters = true;             // draw calls more often that store what the goal's branches ask for
  bool reported_calls = true;      // draw calls more often that the report's other stacks name
};

/// What strategies that breed tests from tests share.
struct BreedingOptions {
  std::size_t population = 50;
  double crossover = 0.75;
  double mutations = 1;   // statements of a test of n that a mutation changes on average: each with this / n
  bool adaptive = false;  // operators are chosen by their success: generate/operators.h
};

/// What is learnt from what tests showed beside their fitness: each part of `--novelty`.
struct NoveltyOptions {
  double archive_parents = 0.35;  // share of offspring bred from tests that were the first to enter code near the goal
  double archive_calls = 0.35;    // share of inserted calls that are one of such a test
  double text_focus = 0.3;        // share of mutations that change one text of the goal's call and nothing else
  bool call_weights = true;       // draw calls by how often they led to new code
  bool novel_texts = true;        // join texts with those of tests that led to new code
  bool fatal_nulls = true;        // draw null rarely where calls die of it
  bool fresh_starts = true;       // forget archive and population when a whole population brought hardly anything new
  /// Is anything of it on? Then new coverage has to be watched for.
  [[nodiscard]] bool any() const {
    return archive_parents > 0 || archive_calls > 0 || text_focus > 0 || call_weights || novel_texts || fatal_nulls ||
           fresh_starts;
  }
  /// As published: nothing is.
  static NoveltyOptions none() { return {0, 0, 0, false, false, false, false}; }
};

void declare(GuidedOptions& options, OptionVisitor& visitor);
void declare(BreedingOptions& options, OptionVisitor& visitor);
void declare(NoveltyOptions& options, OptionVisitor& visitor);

}  // namespace reenact
