#include "strategy/beacon/gene.h"

#include <algorithm>

namespace reenact {
namespace {

constexpr double kReference = 0.5;  // arguments that refer to an earlier call, where one fits

/// May an earlier result stand there? Not where a buffer and its length come from one variable, nor where the callee takes
/// what nobody else may own.
bool may_refer(const Callable& callable, std::size_t parameter) {
  const Parameter& wanted = callable.parameters[parameter];
  return !wanted.owns && !wanted.length_of && std::ranges::none_of(callable.parameters, [&](const Parameter& each) {
    return each.length_of == static_cast<std::uint32_t>(parameter);
  });
}

bool makes_variable(const Statement& statement, const ApiModel& api) {
  return statement.kind != StatementKind::kCall || api[statement.callable].result.has_value();
}

}  // namespace

Gene GeneFactory::make(evolve::Random& random) {
  Gene gene;
  const StatementIndex call = builder_.append_call(gene.part, random.pick(callables_));
  const Statement& statement = gene.part[call];
  for (std::uint32_t i = 0; i < statement.count; ++i)
    gene.picks.push_back(random.chance(kReference) ? 1 + static_cast<std::uint32_t>(random.below(1u << 20)) : 0);
  return gene;
}

bool GeneFactory::earlier(const TestCase& test, std::size_t before, const Parameter& parameter, std::uint32_t pick,
                          Argument& out) {
  candidates_.clear();
  for (std::size_t i = 0; i < before; ++i) {
    if (!makes_variable(test.statements[i], api_)) continue;
    for (const Source& source : parameter.sources)
      if (source.type == test.statements[i].type && source.mode != PassMode::kLength) {
        candidates_.push_back({StatementIndex(i), source.mode, source.cast});
        break;
      }
  }
  if (candidates_.empty()) return false;
  out = candidates_[pick % candidates_.size()];
  return true;
}

void GeneFactory::append(const Gene& gene, TestCase& out) {
  const std::size_t before = out.size(), last = gene.part.size() - 1;
  const Statement& call = gene.part.statements[last];
  const Callable& callable = api_[call.callable];
  arguments_.assign(gene.part.arguments_of(call).begin(), gene.part.arguments_of(call).end());
  std::vector<bool> replaced(arguments_.size(), false);
  for (std::size_t i = 0; i < arguments_.size(); ++i)
    if (gene.picks[i] != 0 && may_refer(callable, i))
      replaced[i] = earlier(out, before, callable.parameters[i], gene.picks[i], arguments_[i]);
  // What only made the replaced arguments stays out.
  needed_.assign(gene.part.size(), false);
  needed_[last] = true;
  for (std::size_t i = last + 1; i-- > 0;) {
    if (!needed_[i]) continue;
    const auto sources = gene.part.arguments_of(gene.part.statements[i]);
    for (std::size_t k = 0; k < sources.size(); ++k)
      if (sources[k].mode != PassMode::kNull && !(i == last && replaced[k])) needed_[sources[k].source.index()] = true;
  }
  map_.assign(gene.part.size(), 0);
  for (std::size_t i = 0; i <= last; ++i) {
    if (!needed_[i]) continue;
    Statement statement = gene.part.statements[i];
    map_[i] = static_cast<std::uint32_t>(out.size());
    switch (statement.kind) {
      case StatementKind::kText:
        statement.first = static_cast<std::uint32_t>(out.bytes.size());
        out.bytes += gene.part.text_of(gene.part.statements[i]);
        break;
      case StatementKind::kNumbers: {
        const auto numbers = gene.part.numbers_of(gene.part.statements[i]);
        statement.first = static_cast<std::uint32_t>(out.numbers.size());
        out.numbers.insert(out.numbers.end(), numbers.begin(), numbers.end());
        break;
      }
      case StatementKind::kCall: {
        statement.first = static_cast<std::uint32_t>(out.arguments.size());
        const auto sources = gene.part.arguments_of(gene.part.statements[i]);
        for (std::size_t k = 0; k < sources.size(); ++k) {
          const bool is_earlier = i == last && replaced[k];
          Argument argument = is_earlier ? arguments_[k] : sources[k];
          if (!is_earlier && argument.mode != PassMode::kNull)
            argument.source = StatementIndex(map_[argument.source.index()]);
          out.arguments.push_back(argument);
        }
        break;
      }
      case StatementKind::kScalar:
        break;
    }
    out.statements.push_back(statement);
  }
}

void GeneFactory::decode(std::span<const Gene> genes, TestCase& out) {
  out.clear();
  for (const Gene& gene : genes)
    if (out.size() + gene.part.size() <= kMaxStatements) append(gene, out);
}

}  // namespace reenact
