#include "strategy/concolic/path_explorer.h"

#include <gtest/gtest.h>

#include "base/clock.h"
#include "solver/solver_chain.h"
#include "strategy/concolic/knn_selector.h"
#include "strategy/concolic/testdata/recorded_program.h"

namespace reenact::concolic {
namespace {

using symbolic::Op;

class Explorer : public testing::Test {
 protected:
  void explore(PathSelector& selector, const std::function<void(Recorder&)>& body) {
    RecordedProgram program(e_, body);
    explorer_.emplace(e_, program, selector, solver_);
    explorer_->explore({});
  }

  Expressions e_;
  SteadyClock clock_;
  solver::SolverChain solver_{e_, {}, clock_};
  std::optional<PathExplorer> explorer_;
};

// The paper's program: all its paths, and the hard branch, whichever selector.
TEST_F(Explorer, AllPathsOfThePapersProgram) {
  Random random(Seed{5u});
  FifoSelector fifo;
  KnnSelector knn(e_, random);
  const auto shortest = shortest_first();
  for (PathSelector* selector : std::initializer_list<PathSelector*>{&fifo, &knn, shortest.get()}) {
    explore(*selector, sample_class);
    EXPECT_EQ(explorer_->inputs().size(), 32 + 10);
    EXPECT_TRUE(explorer_->covered().contains({99, 1})) << "Yes";
    EXPECT_EQ(explorer_->counts().diverged, 0);
    EXPECT_EQ(explorer_->counts().unknown, 0);
    EXPECT_GT(explorer_->counts().infeasible, 0) << "b[i] < 0 behind the constructor";
  }
}

// A magic value and a checksum over the rest: no constant lies about, and no path is found by chance.
TEST_F(Explorer, AChecksum) {
  FifoSelector fifo;
  explore(fifo, [](Recorder& r) {
    Expr sum = r.e.constant(0, 32);
    std::vector<Expr> bytes;
    for (int i = 0; i < 6; ++i) bytes.push_back(r.e.symbol("text[" + std::to_string(i) + "]", 8));
    for (int i = 0; i < 4; ++i) {
      const Expr wide = r.e.convert(Op::kZExt, bytes[static_cast<std::size_t>(i)], 32);
      sum = r.e.make(Op::kXor, r.e.make(Op::kMul, sum, r.e.constant(31, 32)), wide);
      if (!r.branch(static_cast<std::uint32_t>(i), r.e.make(Op::kUlt, r.e.constant(64, 32), wide))) return;
    }
    const Expr said = r.e.convert(Op::kZExt, r.e.make(Op::kConcat, bytes[4], bytes[5]), 32);
    const Expr low = r.e.make(Op::kAnd, sum, r.e.constant(0xffff, 32));
    if (!r.branch(10, r.e.make(Op::kEq, said, low))) return;
    (void)r.branch(11, r.e.make(Op::kEq, bytes[0], bytes[3]));
  });
  EXPECT_TRUE(explorer_->covered().contains({11, 1}));
  EXPECT_EQ(explorer_->counts().diverged, 0);
}

TEST_F(Explorer, StopsAtItsLimit) {
  FifoSelector fifo;
  RecordedProgram program(e_, sample_class);
  PathExplorer explorer(e_, program, fifo, solver_, {.max_attempts = 5});
  explorer.explore({});
  EXPECT_EQ(explorer.counts().attempts, 5);
}

}  // namespace
}  // namespace reenact::concolic
