#include "solver/reads_solver.h"

#include <fmt/format.h>

#include <algorithm>

#include "symbolic/symbols.h"

namespace reenact::solver {

using symbolic::Op;

namespace {
constexpr std::size_t kMostReads = 300;  // 45,000 pairs
}  // namespace

bool ReadsSolver::is_read(Expr e) const { return e_.is(e, Op::kRead) && e_.is(e_[e].a(), Op::kArray); }

bool ReadsSolver::has_read(const symbolic::Node& node) const {
  for (unsigned i = 0; i < symbolic::operand_count(node.kind()); ++i)
    if (has_reads_.at(Expr{node.operands[i]})) return true;
  return false;
}

// Operands come first, so that nothing calls itself: expressions of long loops are deeper than a stack.
bool ReadsSolver::reads(std::span<const Expr> clauses) {
  std::vector<Expr> unknown;
  for (const Expr clause : clauses)
    if (!has_reads_.contains(clause)) unknown.push_back(clause);
  for (const Expr each : symbolic::reachable(e_, unknown))
    if (!has_reads_.contains(each)) has_reads_[each] = is_read(each) || has_read(e_[each]);
  return std::ranges::any_of(clauses, [&](Expr each) { return has_reads_.at(each); });
}

Expr ReadsSolver::without_reads(Expr e) const {
  const auto known = rewritten_.find(e);
  return known == rewritten_.end() ? e : known->second;
}

void ReadsSolver::rewrite(Expr e) {
  if (!has_reads_.at(e) || rewritten_.contains(e)) return;
  symbolic::Node node = e_[e];
  if (is_read(e)) {
    const Expr value = e_.symbol(fmt::format("element #{}", e.value), node.width);
    elements_.emplace(e, Element{node.a(), without_reads(node.b()), value});
    rewritten_.emplace(e, value);
    return;
  }
  for (unsigned i = 0; i < symbolic::operand_count(node.kind()); ++i)
    node.operands[i] = without_reads(Expr{node.operands[i]}).value;
  rewritten_.emplace(e, e_.make(node));
}

void ReadsSolver::put_back(const std::vector<Expr>& reads, Assignment& model) {
  symbolic::Evaluator value(e_, model);
  std::map<symbolic::SymbolId, symbolic::ArrayValue> arrays;
  for (const Expr read : reads) {
    const Element& element = elements_.at(read);
    if (const auto index = value(element.index))
      arrays[e_.symbol_of(element.array)].elements[*index] = model.value(e_.symbol_of(element.value));
  }
  for (const Expr read : reads) model.values.erase(e_.symbol_of(elements_.at(read).value));
  model.arrays.merge(arrays);
}

Answer ReadsSolver::check(std::span<const Expr> clauses) {
  if (!this->reads(clauses)) return inner_.check(clauses);
  std::vector<Expr> query, reads;
  for (const Expr each : symbolic::reachable(e_, clauses)) {
    rewrite(each);
    if (is_read(each)) reads.push_back(each);
  }
  // Each two of them may be the same.
  if (reads.size() > kMostReads) return inner_.check(clauses);
  for (const Expr clause : clauses) query.push_back(without_reads(clause));
  for (std::size_t i = 0; i < reads.size(); ++i)
    for (std::size_t j = i + 1; j < reads.size(); ++j) {
      const Element &a = elements_.at(reads[i]), &b = elements_.at(reads[j]);
      if (a.array != b.array) continue;
      const Expr apart = e_.negation(e_.make(Op::kEq, a.index, b.index));
      if (e_.value(apart) != symbolic::Bits{1})
        query.push_back(e_.make(Op::kOr, apart, e_.make(Op::kEq, a.value, b.value)));
    }
  Answer answer = inner_.check(query);
  if (auto* const can = std::get_if<Satisfiable>(&answer)) put_back(reads, can->model);
  // That elements of one place are equal needs no clause: it always holds.
  if (auto* const never = std::get_if<Unsatisfiable>(&answer))
    std::erase_if(never->core, [&](std::size_t part) { return part >= clauses.size(); });
  return answer;
}

}  // namespace reenact::solver
