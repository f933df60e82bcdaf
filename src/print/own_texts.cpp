#include "print/own_texts.h"

namespace reenact::print {
namespace {

/// By statement: is it a text that is passed both ways?
std::vector<bool> passed_both_ways(const TestCase& test) {
  std::vector<bool> as_c_string(test.size()), as_buffer(test.size());
  for (const Statement& statement : test.statements)
    for (const Argument& each : test.arguments_of(statement)) {
      if (each.mode == PassMode::kCString) as_c_string[each.source.index()] = true;
      if (each.mode == PassMode::kBuffer) as_buffer[each.source.index()] = true;
    }
  std::vector<bool> result(test.size());
  for (std::size_t i = 0; i < test.size(); ++i)
    result[i] = as_c_string[i] && as_buffer[i] && test.statements[i].kind == StatementKind::kText;
  return result;
}

}  // namespace

TestCase with_own_texts(const TestCase& test, std::vector<std::size_t>& origins) {
  const std::vector<bool> both = passed_both_ways(test);
  TestCase result;
  result.bytes = test.bytes;
  result.numbers = test.numbers;
  result.arguments = test.arguments;
  origins.clear();
  std::vector<std::size_t> places(test.size());
  for (std::size_t i = 0; i < test.size(); ++i) {
    places[i] = result.size();
    const std::size_t copies = both[i] ? 2 : 1;
    result.statements.insert(result.statements.end(), copies, test.statements[i]);
    origins.insert(origins.end(), copies, i);
  }
  for (Argument& each : result.arguments) {
    if (each.mode == PassMode::kNull) continue;
    const std::size_t source = each.source.index();
    const bool is_second = both[source] && each.mode == PassMode::kCString;
    each.source = StatementIndex(static_cast<std::uint32_t>(places[source] + (is_second ? 1 : 0)));
  }
  return result;
}

}  // namespace reenact::print
