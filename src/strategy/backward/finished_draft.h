// A draft as tests: the solver's model are its literals; objects that are still wanted are made in the plainest ways, and what nobody
// asks about is as plain.
//
//   emitter.state == 0, value == EndSeq; emitter is wanted      Emitter emitter{}; emitter << EndSeq;
//
// So a test runs before it is deduced how the object comes into the state that is asked for: mostly it is new in it.
#pragma once

#include <set>

#include "strategy/backward/draft_clauses.h"
#include "testcase/plain_making.h"

namespace reenact::backward {

class DraftFinisher {
 public:
  /// Both must outlive it.
  DraftFinisher(Workshop& workshop, const ApiModel& api)
      : workshop_(workshop), e_(workshop.expressions()), api_(api), clauses_(workshop) {}

  /// Several where something is left to choose, plainest first; none that it gave before. `given_up`: why there is none is counted there.
  [[nodiscard]] std::vector<TestCase> tests_of(const Draft& draft, std::map<std::string, std::uint64_t>& given_up);

 private:
  /// A test on its way.
  struct Writing {
    const Draft& draft;
    symbolic::Evaluator& model;
    std::set<Expr> asked;  // all that the conditions speak of
    std::set<std::uint64_t> places;
    std::size_t variant = 0;  // which of the plain ways
    TestCase test = {};
    std::map<std::size_t, StatementIndex> made = {};  // by number of the object
    bool has_choice = false;
  };
  [[nodiscard]] std::vector<Expr> conditions_of(const Draft& draft);
  [[nodiscard]] std::vector<Expr> usual(const Draft& draft, const std::vector<Expr>& conditions);
  [[nodiscard]] solver::Answer values_of(const Draft& draft, const std::vector<Expr>& conditions);
  void limit(const Plan& plan, std::vector<Expr>& conditions);
  [[nodiscard]] bool write(Writing& writing);
  [[nodiscard]] std::optional<Argument> argument(Writing& writing, const Plan& plan, const Parameter& parameter,
                                                 const std::vector<Argument>& before);
  [[nodiscard]] std::optional<Argument> plain(Writing& writing, const Parameter& parameter);
  [[nodiscard]] std::optional<Argument> object(Writing& writing, const Plan& plan, const Parameter& parameter);
  [[nodiscard]] bool is_made(Writing& writing, const Wanted& wanted);
  [[nodiscard]] bool append_tried(Writing& writing, std::size_t object);
  [[nodiscard]] std::optional<Argument> sequence(Writing& writing, const Plan& plan, const Parameter& parameter);
  [[nodiscard]] std::optional<Argument> sequence_of_values(Writing& writing, const Plan& plan,
                                                           const Parameter& parameter);
  [[nodiscard]] std::int64_t scalar(Writing& writing, Expr value, const Type& type);
  [[nodiscard]] bool is_asked_for(const Writing& writing, Expr count);
  [[nodiscard]] std::string text(Writing& writing, const Plan& plan);
  [[nodiscard]] std::optional<Argument> numbers(Writing& writing, const Plan& plan, const Parameter& parameter);
  [[nodiscard]] std::uint64_t extent(Writing& writing, Expr place);
  [[nodiscard]] const std::vector<PlainSource>& plain_ways_of(const Parameter& parameter);
  [[nodiscard]] Expr at(Expr place, std::uint64_t offset) { return e_.make(Op::kAdd, place, e_.constant(offset, 64)); }

  Workshop& workshop_;
  Expressions& e_;
  const ApiModel& api_;
  DraftClauses clauses_;
  std::map<const Parameter*, std::vector<PlainSource>> plain_ways_;
  std::set<std::vector<std::uint32_t>> written_;  // encoded
};

}  // namespace reenact::backward
