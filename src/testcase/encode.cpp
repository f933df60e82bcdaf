#include <bit>
#include <cassert>
#include <cstring>

#include "abi/abi.h"
#include "testcase/test_case.h"

namespace reenact {
namespace {

/// The scalar's bit pattern as wide as its type: floats are kept as doubles in the model.
std::int64_t pattern(std::int64_t bits, const Type& type) {
  if (type.kind != TypeKind::kFloat || type.bits != 32) return bits;
  const auto narrow = static_cast<float>(std::bit_cast<double>(bits));
  return static_cast<std::int64_t>(std::bit_cast<std::uint32_t>(narrow));
}

void push(std::vector<std::uint32_t>& words, std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  words.push_back(static_cast<std::uint32_t>(bits));
  words.push_back(static_cast<std::uint32_t>(bits >> 32));
}

void encode_call(const TestCase& test, const Statement& statement, const ApiModel& api,
                 std::vector<std::uint32_t>& words) {
  const Callable& callable = api[statement.callable];
  words.push_back(statement.callable.value);
  words.push_back(statement.count);
  std::size_t index = 0;
  for (const Argument& argument : test.arguments_of(statement)) {
    auto mode = static_cast<std::uint32_t>(argument.mode);
    if (!callable.parameters[index++].nullable) mode |= kReenactNonNull;
    const std::uint32_t source = argument.mode == PassMode::kNull ? 0 : argument.source.value;
    words.push_back(source | mode << 24);
    words.push_back(argument.cast);
  }
}

}  // namespace

void encode(const TestCase& test, const ApiModel& api, std::vector<std::uint32_t>& words) {
  assert(valid(test, api));
  words.push_back(static_cast<std::uint32_t>(test.size()));
  for (const Statement& statement : test.statements) {
    switch (statement.kind) {
      case StatementKind::kScalar:
        words.push_back(kReenactScalar);
        words.push_back(statement.type.value);
        push(words, pattern(statement.bits, api[statement.type]));
        break;
      case StatementKind::kText: {
        words.push_back(kReenactText);
        words.push_back(statement.type.value);
        words.push_back(statement.count);
        const std::size_t start = words.size();
        words.resize(start + (statement.count + 3) / 4);
        if (statement.count > 0) std::memcpy(words.data() + start, test.text_of(statement).data(), statement.count);
        break;
      }
      case StatementKind::kNumbers: {
        const Type& element = api[api[statement.type].element];
        words.push_back(kReenactNumbers);
        words.push_back(statement.type.value);
        words.push_back(statement.count);
        words.push_back(element.bits / 8 | (element.kind == TypeKind::kFloat ? 0x100u : 0u));
        for (const std::int64_t number : test.numbers_of(statement)) push(words, number);
        break;
      }
      case StatementKind::kCall:
        words.push_back(kReenactCall);
        encode_call(test, statement, api, words);
        break;
    }
  }
}

}  // namespace reenact
