#include "testcase/shrinking.h"

#include <functional>
#include <set>
#include <string_view>

#include "testcase/contracts.h"

namespace reenact {
namespace {

/// "const a::B *" is a::B.
std::string_view class_of(std::string_view spelling) {
  if (spelling.starts_with("const ")) spelling.remove_prefix(6);
  return spelling.substr(0, spelling.find_last_not_of(" *&") + 1);
}

bool is_plain(const Statement& literal, const Type& type) {
  if (literal.kind != StatementKind::kScalar) return literal.count == 0;
  if (type.kind == TypeKind::kEnum) return !type.enumerators.empty() && literal.bits == type.enumerators.front().value;
  return literal.bits == 0;
}

/// How many arguments come from literals that say something.
std::size_t telling_arguments(const TestCase& test, const Statement& call, const ApiModel& api) {
  const auto arguments = test.arguments_of(call);
  return static_cast<std::size_t>(std::ranges::count_if(arguments, [&](const Argument& each) {
    if (each.mode == PassMode::kNull || each.mode == PassMode::kLength) return false;
    const Statement& source = test[each.source];
    return source.kind != StatementKind::kCall && !is_plain(source, api[source.type]);
  }));
}

/// How many variables that calls made are passed where null may be.
std::size_t objects_for_null(const TestCase& test, const Statement& call, const Callable& callable) {
  std::size_t result = 0;
  const auto arguments = test.arguments_of(call);
  for (std::size_t k = 0; k < arguments.size(); ++k)
    if (arguments[k].mode != PassMode::kNull && callable.parameters[k].nullable &&
        test[arguments[k].source].kind == StatementKind::kCall)
      ++result;
  return result;
}

/// Of `format(&target, target)` one: it may write what it reads.
std::size_t aliased_arguments(const TestCase& test, const Statement& call, const ApiModel& api) {
  const auto arguments = test.arguments_of(call);
  const auto is_written = [&](StatementIndex variable) {
    for (std::size_t k = 0; k < arguments.size(); ++k)
      if (arguments[k].mode == PassMode::kAddress && arguments[k].source == variable &&
          is_mutable_pointer(api[api[call.callable].parameters[k].type]))
        return true;
    return false;
  };
  return static_cast<std::size_t>(std::ranges::count_if(
      arguments, [&](const Argument& each) { return each.mode == PassMode::kLoad && is_written(each.source); }));
}

/// `handle* h = nullptr;`
bool is_null_variable(const Callable& callable) {
  return callable.kind == CallableKind::kVariable && callable.expression == "nullptr";
}

}  // namespace

std::size_t deeds_of(const Callable& callback, const ApiModel& api) {
  if (callback.parameters.empty()) return 0;
  const auto is_number = [&](const Parameter& each) {
    const TypeKind kind = api[each.type].kind;
    return kind == TypeKind::kInteger || kind == TypeKind::kFloat || kind == TypeKind::kBool || kind == TypeKind::kEnum;
  };
  return std::ranges::all_of(callback.parameters, is_number) ? 1 : 2;
}

bool is_of_subject(const Callable& callable) {
  return callable.owner != "std" && !is_null_variable(callable) && callable.kind != CallableKind::kCallback &&
         callable.kind != CallableKind::kFile && callable.kind != CallableKind::kArray;
}

Plainness plainness_of(const TestCase& test, const ApiModel& api) {
  Plainness result;
  result.broken = broken_contracts(test, api).size();
  std::set<std::string_view> classes;
  for (const Statement& statement : test.statements) {
    if (statement.kind != StatementKind::kCall) {
      if (statement.kind != StatementKind::kScalar) result.length += statement.count;
      continue;
    }
    const Callable& callable = api[statement.callable];
    result.passed += statement.count;
    result.aliased += aliased_arguments(test, statement, api);
    result.arguments += telling_arguments(test, statement, api) + objects_for_null(test, statement, callable);
    ++(is_of_subject(callable) ? result.calls : result.others);
    // A callback that returns a number says more than one that does nothing, and one that calls back or reads still more; a file, more
    // than its name.
    if (callable.kind == CallableKind::kFile) ++result.others;
    if (callable.kind == CallableKind::kCallback) result.others += deeds_of(callable, api);
    if (callable.leaves_unset) ++result.unset;
    const bool makes_object = callable.result && (api[*callable.result].kind == TypeKind::kObject ||
                                                  api[*callable.result].kind == TypeKind::kPointer);
    if (makes_object && (is_of_subject(callable) || is_null_variable(callable)))
      classes.insert(class_of(api[*callable.result].spelling));
  }
  result.types = classes.size();
  return result;
}

std::size_t Shrinking::key_of(const TestCase& test) {
  encoded_.clear();
  encode(test, api_, encoded_);
  return std::hash<std::string_view>()(
      {reinterpret_cast<const char*>(encoded_.data()), encoded_.size() * sizeof(encoded_[0])});
}

std::optional<Shrinking> Shrinking::of(TestCase candidate) const {
  if (!valid(candidate, api_) || !still_crashes_(candidate)) return std::nullopt;
  return Shrinking(std::move(candidate), api_, still_crashes_, stop_, at_a_limit_);
}

bool Shrinking::take(TestCase candidate, bool plainer) {
  if (candidate.size() == 0 || !valid(candidate, api_)) return false;
  const Plainness plainness = plainness_of(candidate, api_);
  if (plainer ? plainness >= plainness_ : plainness > plainness_) return false;
  if (!tried_.insert(key_of(candidate)).second || !still_crashes_(candidate)) return false;
  best_ = std::move(candidate);
  plainness_ = plainness;
  return true;
}

}  // namespace reenact
