#include "fitness/decider_distance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/random.h"
#include "fitness/staircase.h"
#include "fitness/testdata/scenario.h"

namespace reenact {
namespace {

// ---- against the definition ----

struct Row {
  std::vector<std::uint8_t> hits;
  std::vector<float> edges, truths;
};

/// Functions of random control flow, questions about all of them, and runs that end anywhere.
class RandomDeciders {
 public:
  explicit RandomDeciders(Random& random) : random_(random) {
    for (unsigned i = 0; i < 3; ++i) program_.functions.push_back(function(i));
    for (std::size_t q = 0; q < 4; ++q) deciders_.questions.push_back(question(q));
    for (const Function& each : program_.functions)
      for (std::uint32_t edge = 0; edge < each.edge_count; ++edge)
        // Only a question about a later function: no circles, whose end is a matter of how deep one looks.
        if (each.id.index() < 2 && random_.chance(0.5)) deciders_.of_branch[{each.id, edge}] = 2 + each.id.index();
    for (const Function& each : program_.functions) rows_.push_back(row(each));
    for (const Function& each : program_.functions) {
      const Row& row = rows_[each.id.index()];
      run_.coverage.push_back({each.id, row.hits, row.edges, Line(), row.truths});
    }
    run_.context = static_cast<std::uint32_t>(random_.below(4));
  }

  /// Compares all branches of the first function; how many of them ask a question.
  int compare() {
    const DeciderDistance distance(deciders_, program_);
    int asking = 0;
    for (std::uint32_t edge = 0; edge < program_.functions[0].edge_count; ++edge) {
      if (std::isinf(rows_[0].edges[edge])) continue;
      EXPECT_DOUBLE_EQ(distance(run_, run_.coverage[0], edge), of_branch(0, edge));
      asking += deciders_.of_branch.contains({FunctionId(0u), edge}) && rows_[0].edges[edge] > 0 ? 1 : 0;
    }
    return asking;
  }

 private:
  Function function(unsigned number) {
    const std::size_t count = 3 + random_.below(4);
    std::vector<std::vector<unsigned>> successors(count);
    for (std::size_t i = 0; i + 1 < count; ++i)  // acyclic: every path ends
      for (std::size_t k = 0; k < 1 + random_.below(2); ++k)
        successors[i].push_back(static_cast<unsigned>(i + 1 + random_.below(count - i - 1)));
    Function result = make_function("f" + std::to_string(number), successors);
    result.id = FunctionId(number);
    result.truth_count = 2;
    return result;
  }

  /// Question q is about function q - 1 (2 and 3), or about the last one; only those of functions ask further.
  Question question(std::size_t q) {
    const FunctionId about(q < 2 ? 2u : static_cast<unsigned>(q - 1));
    Question result{
        .is_state = random_.chance(0.3), .made = static_cast<std::uint32_t>(random_.below(4)), .answers = {}};
    for (std::size_t i = 0; i < 1 + random_.below(2); ++i) {
      Answer answer{.function = about, .places = places(about), .rest = Answer::Rest::kNothing};
      answer.rest = static_cast<Answer::Rest>(random_.below(4));
      answer.truth = static_cast<std::uint32_t>(random_.below(2));
      answer.question = q == 2 ? 3 : 0;
      if (answer.rest == Answer::Rest::kQuestion && q != 2) answer.rest = Answer::Rest::kBranch;
      if (q == 2 && random_.chance(0.5))  // by a later function, too
        answer.calls.push_back({.function = FunctionId(2u), .places = places(FunctionId(2u))});
      result.answers.push_back(answer);
    }
    return result;
  }

  Places places(FunctionId id) {
    const Function& function = program_.functions[id.index()];
    Places result;
    result.blocks.emplace_back(random_.below(function.blocks.size()));
    for (std::size_t i = 0; i < function.blocks.size() && random_.chance(0.5); ++i)
      if (function.blocks[i].successors.size() == 2) result.edges.push_back({BlockId(i), 1});
    return result;
  }

  /// From the entry on, a random way; ends early now and then, as by an exception. One function in four is not entered.
  Row row(const Function& function) {
    Row result{std::vector<std::uint8_t>(function.blocks.size()),
               std::vector<float>(function.edge_count, kNever),
               {static_cast<float>(random_.below(9)), static_cast<float>(random_.below(9))}};
    if (function.id.index() > 0 && random_.chance(0.25)) return result;
    for (std::size_t at = 0;;) {
      result.hits[at] = 1;
      const Block& block = function.blocks[at];
      if (block.successors.empty() || random_.chance(0.1)) return result;
      const std::size_t taken = random_.below(block.successors.size());
      for (std::size_t k = 0; block.successors.size() >= 2 && k < block.successors.size(); ++k)
        result.edges[block.first_edge + k] = k == taken ? 0 : static_cast<float>(1 + random_.below(9));
      at = block.successors[taken].index();
    }
  }

  // ---- the definition: chain by chain of branches that depend on one another, each question by all its answers ----

  double of_branch(std::size_t function, std::uint32_t edge) {
    const double recorded = rows_[function].edges[edge];
    const auto asks = deciders_.of_branch.find({FunctionId(function), edge});
    return recorded == 0 || asks == deciders_.of_branch.end() ? recorded : of_question(asks->second, recorded);
  }

  double of_question(std::size_t index, double asking) {
    const Question& question = deciders_.questions[index];
    double least = kInfinity;
    for (const Answer& answer : question.answers) {
      const bool is_made = question.made == 0 || (run_.context & question.made) != 0;
      const double away = is_made ? to(answer) : longest(answer);
      least = std::min(least, away > 0 ? 1 + away : rest(answer, asking, question.is_state));
    }
    return std::max(least, 1e-6);
  }

  double rest(const Answer& answer, double asking, bool is_state) {
    const auto below_one = [](double x) { return std::isinf(x) ? 1 : x / (x + 1); };
    const auto few_digits = [&](double x) { return below_one(std::log2(x + 1)); };
    switch (answer.rest) {
      case Answer::Rest::kTruth:
        return few_digits(rows_[answer.function.index()].truths[answer.truth]);
      case Answer::Rest::kQuestion:
        return below_one(of_question(answer.question, asking));
      case Answer::Rest::kBranch:
        return few_digits(asking);
      default:
        return is_state ? 0.5 : 0;
    }
  }

  double longest(const Answer& answer) {
    return LineDistance(program_[answer.function], answer.places.blocks, answer.places.edges).unreached();
  }

  double to(const Answer& answer) {
    const std::size_t f = answer.function.index();
    const Row& row = rows_[f];
    if (row.hits[0] == 0) {
      double least = 1;
      for (const Answer& call : answer.calls) least = std::min(least, to(call) / (to(call) + 1));
      return longest(answer) + least;
    }
    double least = kInfinity;
    for (const BlockId block : answer.places.blocks)
      least = std::min(least, row.hits[block.index()] != 0 ? 0 : chains(f, block.index(), 0));
    for (const Edge& edge : answer.places.edges) least = std::min(least, over(f, edge, 0, true));
    // Decided by nothing that was executed: stopped on the way.
    return std::isinf(least) ? longest(answer) - 1 : least;
  }

  double chains(std::size_t f, std::size_t block, int level) {
    double least = kInfinity;
    if (level <= 8)
      for (const auto dependence = control_dependence(program_.functions[f]); const Edge& edge : dependence[block])
        least = std::min(least, over(f, edge, level, false));
    return least;
  }

  double over(std::size_t f, const Edge& edge, int level, bool is_target) {
    if (rows_[f].hits[edge.block.index()] == 0) return chains(f, edge.block.index(), level + 1);
    const std::uint32_t number = program_.functions[f].blocks[edge.block.index()].first_edge + edge.successor;
    if (is_target && rows_[f].edges[number] == 0) return 0;
    const double distance = of_branch(f, number);
    return level + std::max(std::isinf(distance) ? 1 : distance / (distance + 1), 1e-9);
  }

  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Random& random_;
  ProgramModel program_;
  Deciders deciders_;
  std::vector<Row> rows_;
  Observation run_;
};

TEST(DeciderDistance, AgreesWithTheDefinitionOnRandomPrograms) {
  Random random(Seed(11u));
  int asking = 0;
  for (int round = 0; round < 3000; ++round) asking += RandomDeciders(random).compare();
  EXPECT_GT(asking, 500);
}

// ---- by example ----

/// `if (!check()) return; crash();` and `bool check() { if (a == 0) return false; return b == 5; }`
class FrameThatAsks : public testing::Test {
 protected:
  FrameThatAsks() {
    scenario_.exception("Crash");
    frame_ = scenario_.add(make_function("frame", {{1, 2}, {}, {}}, {{12}, {14}, {15}}));
    Function check = make_function("check", {{1, 2}, {3}, {3}, {}});
    check.truth_count = 2;
    check_ = scenario_.add(check);
    scenario_.frame(frame_, 14, 1);
    goal_ = scenario_.goal();
    goal_.deciders.functions = {check_};
    goal_.deciders.asked = {{check_, 0, Line(12u)}};
    goal_.deciders.questions = {
        {.is_state = false,
         .made = 2,
         .answers = {{.function = check_, .places = {{BlockId(2u)}, {}}, .rest = Answer::Rest::kTruth}}}};
    goal_.deciders.of_branch[{frame_, 0}] = 0;
  }
  /// A run in which check() had these distances from `a != 0` and `b == 5`.
  double value(float a, float b) {
    Observation run = scenario_.run();
    run.context = 3;
    scenario_.covers(run, frame_, {0, 2}, {1, 0});
    if (a > 0)
      scenario_.covers(run, check_, {0, 1, 3}, {0, a});
    else
      scenario_.covers(run, check_, {0, 2, 3}, {1, 0});
    truths_ = {b, 0};
    run.coverage.back().truths = truths_;
    return Staircase(goal_).evaluate(run);
  }

  Scenario scenario_;
  FunctionId frame_, check_;
  Goal goal_;
  std::vector<float> truths_;
};

TEST_F(FrameThatAsks, IsNearerTheNearerTheCalleeCameToTheResult) {
  const auto step = [](double d) { return 3 + d / (1 + d); };  // frame 0
  const auto branch = [](double d) { return d / (1 + d); };
  EXPECT_DOUBLE_EQ(value(1, 0), step(branch(1 + 0.5)));
  EXPECT_DOUBLE_EQ(value(0, 3), step(branch(2.0 / 3)));  // log2(1 + 3) = 2
  EXPECT_GT(value(0, 3), value(0, 2));
}

TEST_F(FrameThatAsks, WithoutQuestionsHasTheFlagOnly) {
  goal_.deciders = {};
  EXPECT_DOUBLE_EQ(value(1, 0), value(0, 2));
  EXPECT_DOUBLE_EQ(value(1, 0), 3 + 0.5 / 1.5);
}

}  // namespace
}  // namespace reenact
