// Where literals come from: the subject's own constants, boundaries, and mutations of what is there.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "api/api_model.h"
#include "base/random.h"
#include "generate/draws.h"
#include "generate/reported_calls.h"
#include "generate/seen_operands.h"
#include "program/program_model.h"

namespace reenact {

class ContractTier;

/// Constants worth trying, nearest to the target first.
struct ValuePool {
  Draws draws;
  std::vector<std::int64_t> integers;
  std::vector<std::int64_t> flags;  // macros of the headers; two may be tried at once
  std::vector<std::int64_t> told;   // worth trying, as another strategy found while this one searches
  std::vector<double> floats;
  std::vector<std::string> texts;           // string literals
  std::vector<std::string> sentences;       // those of several words: messages mostly
  std::string characters;                   // characters the subject compares with
  std::span<const std::string> examples;    // texts of the project's tests and examples; not owned
  std::vector<ReportedCall> reported;       // calls that the report shows with their arguments
  const SeenOperands* seen = nullptr;       // operands of comparisons, growing as tests run; null: not to be tried
  const ContractTier* contracts = nullptr;  // what tests may break of what callers must keep; null: everything
  void add(const Function& function);
  /// Another strategy found `value` worth trying: an integer is drawn by NumberDraws::told, others as constants are. Each is kept once,
  /// and kMostTold of a kind.
  void tell(std::int64_t value);
  void tell(double value);
  void tell(const std::string& value);
  static constexpr std::size_t kMostTold = 256;
};

/// Pool of the functions in `order` (target frames first), capped so that far constants do not drown near ones.
[[nodiscard]] ValuePool make_value_pool(const ProgramModel& program, const std::vector<FunctionId>& order);

/// A fresh value of a scalar type: an integer, an enumerator, or a double's bit pattern.
[[nodiscard]] std::int64_t fresh_scalar(const Type& type, const ValuePool& pool, Random& random);
/// A value near `old`, or a fresh one.
[[nodiscard]] std::int64_t changed_scalar(const Type& type, std::int64_t old, const ValuePool& pool, Random& random);
}  // namespace reenact
