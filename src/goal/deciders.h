// Who decides elsewhere what a branch of the goal does: a function whose result it tests, or that stores the field it tests.
//
//   bool Archive::has_magic(const char* p) { return p[0] == 'A' && check_rest(p + 1); }
//   void Archive::open(const char* p) { if (!has_magic(p)) return; ... }       // the frame's line is behind it
//
// The branch in `open` is a Question: when does `has_magic` return true? Its Answer: where `check_rest(p + 1)` is
// evaluated, and then a further question: when does `check_rest` return true? fitness/decider_distance.h measures how far
// a run was from an answer. docs/ideas/deciders.md tells the whole of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "program/call_graph.h"
#include "program/control_dependence.h"
#include "run/observation.h"

namespace reenact {

struct Goal;

/// Any of these blocks is to run, or be left by that successor.
struct Places {
  std::vector<BlockId> blocks;
  std::vector<Edge> edges;
};

/// A way in which a question gets its answer.
struct Answer {
  /// What is still to be had once one of the places was reached.
  enum class Rest : std::uint8_t {
    kNothing,   // there the value is what is asked for
    kTruth,     // a comparison has to come out so: FunctionCoverage::truths[truth]
    kQuestion,  // it is the answer to another question
    kBranch,    // not known: the distance of the branch that asks
  };
  FunctionId function;
  Places places;
  Rest rest = Rest::kNothing;
  std::uint32_t truth = 0;
  std::size_t question = 0;
  /// Where other functions call this one: what counts while it is not entered. Of fields only.
  std::vector<Answer> calls{};
};

/// When is a function's result, or a field, as a branch asks? By any of the answers.
struct Question {
  bool is_state = false;  // of a field
  /// Bits of Observation::context: one of them set says that the function was called in its place. 0: wherever it was.
  std::uint32_t made = 0;
  std::vector<Answer> answers;
};

struct Deciders {
  std::vector<FunctionId> functions;  // to be observed besides the goal's own (RunOptions::deciding)
  std::vector<AskedCall> asked;       // RunOptions::asked
  std::vector<Question> questions;
  /// By a function and the number of its edge: what has to be so that this edge is taken.
  std::map<std::pair<FunctionId, std::uint32_t>, std::size_t> of_branch;
};

/// How much is looked at, each a bound on what a test costs.
struct DeciderLimits {
  std::size_t depth = 4;  // functions away from the goal's
  std::size_t functions = 24;
  std::size_t blocks = 300;       // of a function; larger ones are not looked into
  std::size_t bytes = 16 * 1024;  // of their blocks and edges in an observation
  std::size_t writers = 6;        // of a field; what more functions store is hardly what is missing
};

/// Of the branches on which the lines of the frames up to the target depend.
[[nodiscard]] Deciders find_deciders(const Goal& goal, const CallGraph& graph, const DeciderLimits& limits = {});

}  // namespace reenact
