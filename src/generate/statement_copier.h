// Copies statements from one test to the end of another, and mends what their arguments lose on the way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "generate/call_appender.h"
#include "testcase/test_case.h"

namespace reenact {

/// Most statements of a test that is built or changed.
inline constexpr std::size_t kMaxStatements = 60;

/// What becomes of an argument whose variable was not copied.
enum class Missing { kReplace, kCopy };  // another variable, a fresh one or null; the statement that made it, too

class StatementCopier {
 public:
  /// Keeps references: both must outlive the copier.
  StatementCopier(const ApiModel& api, CallAppender& appender) : api_(api), appender_(appender) {}

  /// Forgets what was copied; what follows copies statements of a test with `size` statements.
  void start(std::size_t size) { copies_.assign(size, kNotCopied); }
  /// Statement `i` counts as copied: `copy` took its place.
  void set_copy(std::size_t i, StatementIndex copy) { copies_[i] = copy.value; }

  /// Appends statement `i` of `from`, with what it needs.
  StatementIndex copy(const TestCase& from, std::size_t i, TestCase& to, Missing missing);
  /// Appends statements [first, last) of `from` that were not copied yet, until `to` is full (kMaxStatements).
  void copy_range(const TestCase& from, std::size_t first, std::size_t last, TestCase& to, Missing missing);

 private:
  static constexpr std::uint32_t kNotCopied = 0xffff'ffff;

  [[nodiscard]] Argument copied_argument(const TestCase& from, const Statement& call, std::size_t k, TestCase& to,
                                         std::size_t base, Missing missing);

  const ApiModel& api_;
  CallAppender& appender_;
  std::vector<std::uint32_t> copies_;  // by statement of the test that is copied from
  // A stack: the arguments of calls that are being copied further out wait below those of the calls they use.
  std::vector<Argument> arguments_;
};

}  // namespace reenact
