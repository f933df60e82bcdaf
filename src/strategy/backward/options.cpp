#include "strategy/backward/options.h"

namespace reenact {

void declare(BackwardOptions& options, OptionVisitor& visitor) {
  visitor.begin_group("Backward execution", {"star"});
  visitor.number("--unroll", options.unroll, {0, 100}, "How often a loop's body is gone through again");
  visitor.toggle("deeper-loops", options.deepen,
                 "Go through loops twice as often, and so on, once no other path is left");
  visitor.toggle(
      "shallow-paths", options.shallow,
      "Where the outermost function is not reached for long, also go back without looking into calls that the "
      "trace does not show: what they do may be anything");
  visitor.number("--call-depth", options.depth, {0, 1000}, "How many calls inside one another are followed");
  visitor.number("--call-targets", options.targets, {1, 100}, "How many functions a virtual call may lead to");
  visitor.number("--backward-seconds", options.seconds, {1, 100000}, "How long preconditions are computed at most");
  visitor.number("--star-after", options.star_after, {0, 1'000'000'000},
                 "Tests after which STAR joins other strategies; 0: when a twelfth of the budget is spent. The build "
                 "this needs is made beside the search");
  visitor.toggle("prune-paths", options.prune, "Skip branches and calls that cannot change what is asked");
  visitor.toggle("guided-backtracking", options.backtrack,
                 "After a contradiction, go back to where one of its parts can change");
  visitor.toggle("recognise-contradictions", options.recognise, "Look for contradictions where branches meet");
  visitor.toggle("nearest-paths", options.nearest_paths, "Go back first on the way with the fewest blocks and calls");
  visitor.toggle("forward-summaries", options.forward_summaries,
                 "Sum up what small functions without loops return, instead of going back through each of their paths");
  visitor.toggle("prune-drafts", options.prune_drafts,
                 "Leave out calls after which as much or more must be made than without them");
  visitor.toggle("nearest-drafts", options.nearest_drafts,
                 "Go on first with what is nearest to the state that constructors leave");
  visitor.toggle("decisive-objects", options.decisive_objects,
                 "Make objects first whose state tells where others are read");
  visitor.toggle("constants-left", options.constants_left,
                 "Put in what a constructor or function leaves on every way before going back through it");
  visitor.toggle("tried-calls", options.tried_calls,
                 "Try calls that may write what is asked for before their code is gone through");
  visitor.toggle(
      "elements-apart", options.elements_apart,
      "While tests are composed, take elements of arrays to be apart from fields of other objects, and texts from "
      "numbers and pointers");
}

namespace backward {

void Counters::add(const Counters& more) {
  paths += more.paths;
  checks += more.checks;
  blocks += more.blocks;
  fields += more.fields;
  arrays += more.arrays;
  calls += more.calls;
  pruned += more.pruned;
  summed_up += more.summed_up;
  backtracked += more.backtracked;
  contradictions += more.contradictions;
  undecided += more.undecided;
  for (const auto& [why, times] : more.given_up) given_up[why] += times;
  for (const auto& [why, times] : more.guessed) guessed[why] += times;
}

}  // namespace backward
}  // namespace reenact
