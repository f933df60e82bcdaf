// Beacon's statement (f, name, signature): a call and where each of its arguments comes from.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "generate/builder.h"
#include "testcase/test_case.h"

namespace reenact {

/// One call with values of its own for every argument, so that it can stand anywhere; and for some arguments the wish for
/// an earlier call's result instead, which holds wherever there is one that fits.
struct Gene {
  TestCase part;                     // the call is its last statement
  std::vector<std::uint32_t> picks;  // by argument: 0 = the value of its own; else which of the earlier ones that fit
};

class GeneFactory {
 public:
  /// REQUIRES: !callables.empty(), each can be made by `builder`. Keeps references.
  GeneFactory(const ApiModel& api, std::span<const CallableId> callables, TestBuilder& builder)
      : api_(api), callables_(callables), builder_(builder) {}

  [[nodiscard]] Gene make(evolve::Random& random);
  /// The genes in order as one test; what an earlier result replaces is left out. Genes that no longer fit into
  /// kMaxStatements are skipped.
  void decode(std::span<const Gene> genes, TestCase& out);

 private:
  void append(const Gene& gene, TestCase& out);
  /// An earlier variable for the parameter, chosen by `pick`; false if none fits.
  [[nodiscard]] bool earlier(const TestCase& test, std::size_t before, const Parameter& parameter, std::uint32_t pick,
                             Argument& out);

  const ApiModel& api_;
  std::span<const CallableId> callables_;
  TestBuilder& builder_;
  std::vector<bool> needed_;
  std::vector<Argument> arguments_, candidates_;
  std::vector<std::uint32_t> map_;
};

}  // namespace reenact
