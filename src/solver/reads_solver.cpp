#include "solver/reads_solver.h"

#include <fmt/format.h>

#include <algorithm>

#include "symbolic/symbols.h"

namespace reenact::solver {

using symbolic::Op;

bool ReadsSolver::is_read(Expr e) const { return e_.is(e, Op::kRead) && e_.is(e_[e].a(), Op::kArray); }

bool ReadsSolver::reads(Expr e) {
  if (const auto known = has_reads_.find(e); known != has_reads_.end()) return known->second;
  bool found = is_read(e);
  const symbolic::Node node = e_[e];
  for (unsigned i = 0; i < symbolic::operand_count(node.kind()) && !found; ++i) found = reads(Expr{node.operands[i]});
  return has_reads_[e] = found;
}

Expr ReadsSolver::without_reads(Expr e) {
  if (!reads(e)) return e;
  if (const auto known = rewritten_.find(e); known != rewritten_.end()) return known->second;
  symbolic::Node node = e_[e];
  Expr result;
  if (is_read(e)) {
    const Element element{node.a(), without_reads(node.b()),
                          e_.symbol(fmt::format("element #{}", e.value), node.width)};
    elements_.emplace(e, element);
    result = element.value;
  } else {
    for (unsigned i = 0; i < symbolic::operand_count(node.kind()); ++i)
      node.operands[i] = without_reads(Expr{node.operands[i]}).value;
    result = e_.make(node);
  }
  return rewritten_[e] = result;
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
  if (std::ranges::none_of(clauses, [&](Expr each) { return reads(each); })) return inner_.check(clauses);
  std::vector<Expr> query;
  for (const Expr clause : clauses) query.push_back(without_reads(clause));
  std::vector<Expr> reads;
  for (const Expr each : symbolic::reachable(e_, clauses))
    if (is_read(each)) reads.push_back(each);
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
