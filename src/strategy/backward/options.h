// What the backward execution may do, and what it counted.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "base/declare.h"

namespace reenact {

struct BackwardOptions {
  std::size_t unroll = 1;      // how often a loop's body is gone through again
  bool deepen = true;          // twice as often, and so on, where nothing else is left to go through
  bool shallow = true;         // where the outermost function is not reached for long, also without looking into calls
  std::size_t depth = 10;      // calls inside one another, of functions that are not in the trace
  std::size_t targets = 5;     // functions that a virtual or indirect call may lead to
  std::size_t seconds = 100;   // for the whole computation
  std::size_t star_after = 0;  // tests after which it joins other strategies; 0: when a share of the budget is spent
  bool prune = true;           // static path pruning
  bool backtrack = true;       // guided backtracking
  bool nearest_paths = true;   // of the ways back into a block that with the fewest blocks and calls comes first
  bool forward_summaries = true;  // small functions without loops in one expression, not path by path
  bool recognise = true;          // intermediate contradiction recognition
  bool prune_drafts = true;       // lattice pruning: drafts that ask for what a cheaper one asks for, and more
  bool nearest_drafts = true;     // drafts that ask for less than others beyond what constructors make come first
  bool decisive_objects = true;   // those whose state tells where others are read are made first
  bool constants_left = true;     // what a maker leaves on every way is put in before going back through it
  bool tried_calls = true;        // calls that may write what is spoken of, without going back through them
  bool elements_apart = true;     // Memory's, while tests are composed
};
void declare(BackwardOptions& options, OptionVisitor& visitor);

namespace backward {

/// The columns of the paper's Table 6, and what became of paths.
struct Counters {
  std::uint64_t paths = 0;        // that came to the entry of a function of the trace, to a contradiction or to an end
  std::uint64_t checks = 0;       // questions to the solver
  std::uint64_t blocks = 0;       // conditional blocks come across
  std::uint64_t fields = 0;       // loads and stores, but those of
  std::uint64_t arrays = 0;       // elements of arrays
  std::uint64_t calls = 0;        // calls come across
  std::uint64_t pruned = 0;       // conditional blocks and calls skipped
  std::uint64_t summed_up = 0;    // calls of functions with a forward summary
  std::uint64_t backtracked = 0;  // paths dropped by a core
  std::uint64_t contradictions = 0;  // paths that cannot be
  std::uint64_t undecided = 0;       // checks the solver did not answer
  /// Paths given up, or gone on with a guess, and why.
  std::map<std::string, std::uint64_t> given_up, guessed;

  void add(const Counters& more);
};

}  // namespace backward
}  // namespace reenact
