// Calls of functions with `...`.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "api/builder/builder.h"
#include "api/sources/variadic_arguments.h"
#include "base/text.h"

namespace reenact::api {

using namespace clang;

namespace {

/// As its last parameter, behind others.
bool takes_va_list(ASTContext& context, const FunctionDecl* function) {
  if (function->getNumParams() < 2) return false;
  const QualType wanted = context.getAdjustedParameterType(context.getBuiltinVaListType());
  return context.hasSameUnqualifiedType(function->getParamDecl(function->getNumParams() - 1)->getType(), wanted);
}

/// How many arguments follow.
bool sounds_like_count(const std::string& name) { return sounds_like_length(name) || lower(name).contains("arg"); }

/// The named parameter that says how many arguments follow, of those that are not named.
std::optional<std::size_t> count_of_arguments(const FunctionDecl* function) {
  for (unsigned i = function->getNumParams(); i-- > 0;) {
    const ParmVarDecl* parameter = function->getParamDecl(i);
    const QualType type = parameter->getType().getCanonicalType();
    if (type->isIntegerType() && !type->isBooleanType() && !type->isEnumeralType() &&
        sounds_like_count(parameter->getNameAsString()))
      return i;
  }
  return std::nullopt;
}

bool takes_number(const FunctionDecl* function) {
  return std::ranges::any_of(function->parameters(),
                             [](const ParmVarDecl* each) { return each->getType()->isIntegerType(); });
}

/// `callable` without its parameter `at`, which nothing else is the length of.
void erase_parameter(Callable& callable, std::size_t at) {
  callable.parameters.erase(callable.parameters.begin() + static_cast<std::ptrdiff_t>(at));
  for (Parameter& each : callable.parameters)
    for (std::optional<std::uint32_t>* other : {&each.length_of, &each.belongs_to})
      if (*other && **other > at) --**other;
}

}  // namespace

std::vector<QualType> Builder::types_taken_by(const FunctionDecl* function) const {
  std::vector<QualType> result;
  const std::string space = variadic_namespace(function->getNameAsString());
  for (NamedDecl* each : context_.getTranslationUnitDecl()->lookup(&context_.Idents.get(space)))
    for (const Decl* declared : cast<DeclContext>(each)->decls())
      if (const auto* alias = dyn_cast<TypedefNameDecl>(declared))
        result.push_back(alias->isInvalidDecl() ? QualType() : alias->getUnderlyingType().getCanonicalType());
  return result;
}

bool Builder::add_with_taken_arguments(const Callable& fixed, const FunctionDecl* function) {
  const std::vector<QualType> types = types_taken_by(function);
  const bool is_known = std::ranges::none_of(types, [](QualType each) { return each.isNull(); });
  if (types.empty() || !is_known || std::ranges::any_of(fixed.parameters, &Parameter::is_format)) return false;
  constexpr std::size_t kMost = 3;  // arguments
  if (const auto count = count_of_arguments(function)) {
    if (types.size() > 1) return false;  // how many of each, the count alone does not say
    for (std::size_t n = 0; n <= kMost; ++n)
      if (!add_with(fixed, function, {.more = {n, types.front()}, .count = count})) return false;
    const QualType type = function->getParamDecl(static_cast<unsigned>(*count))->getType();
    return !type->isSignedIntegerType() || add_with(fixed, function, {.more = {}, .count = count, .is_negative = true});
  }
  if (!takes_number(function) && types.size() == 1 && types.front()->isPointerType()) {
    for (std::size_t n = 0; n <= kMost; ++n)
      if (!add_with(fixed, function, {.more = {n, types.front()}, .ends_with_null = true})) return false;
    return true;
  }
  // What follows depends on what is asked for: `control(handle, OPTION, value)`.
  for (const QualType type : types)
    if (!add_with(fixed, function, {.more = {type}})) return false;
  return false;
}

bool Builder::add_with(const Callable& fixed, const FunctionDecl* function, const Following& following) {
  Callable one = fixed;
  Arguments given;
  if (following.count) erase_parameter(one, *following.count);
  std::size_t at = 0;
  for (unsigned i = 0; i < function->getNumParams(); ++i) {
    if (i == following.count) {
      const std::string number = following.is_negative ? "-1" : std::to_string(following.more.size());
      given.add(number, number);
      continue;
    }
    given.add(fmt::format("{{{}}}", at), argument(at, function->getParamDecl(i)->getType()));
    ++at;
  }
  for (const QualType type : following.more) {
    Parameter value;
    value.name = "value";
    if (!parameters_.fill(value, type)) return false;
    value.nullable = false;
    given.add(fmt::format("{{{}}}", at), argument(at, type));
    ++at;
    one.parameters.push_back(std::move(value));
  }
  if (following.ends_with_null) given.add("nullptr", "nullptr");
  const std::string name = function->getQualifiedNameAsString();
  add_variadic(std::move(one), function, {name, name, ""}, given);
  return true;
}

/// `log(format, ...)`: also with a number, two numbers, a text behind what is named.
void Builder::add_with_more_arguments(const Callable& fixed, const FunctionDecl* function, const Variadic& called) {
  const QualType number = context_.IntTy, text = context_.getPointerType(context_.CharTy.withConst());
  const std::size_t named = fixed.parameters.size();
  for (const std::vector<QualType>& more : {std::vector{number}, std::vector{number, number}, std::vector{text}}) {
    Callable one = fixed;
    Arguments given = arguments_of(function, named, 0);
    for (const QualType type : more) {
      Parameter value;
      value.name = "value";
      if (!parameters_.fill(value, type)) return;
      value.nullable = false;
      value.is_formatted = true;
      given.add(fmt::format("{{{}}}", one.parameters.size()), argument(one.parameters.size(), type));
      one.parameters.push_back(std::move(value));
    }
    add_variadic(std::move(one), function, called, given);
  }
}

void Builder::add_variadic(Callable callable, const FunctionDecl* function, const Variadic& called,
                           const Arguments& given) {
  callable.expression = fmt::format("{}({})", called.shown, fmt::join(given.shown, ", "));
  const std::size_t before = reading_.thunks.size();
  finish_call(std::move(callable), function->getReturnType(),
              fmt::format("{}({})", called.passed, fmt::join(given.passed, ", ")));
  if (reading_.thunks.size() > before) reading_.thunks.back().insert(0, called.setup);
}

/// `vlog(format, va_list)`: a function of the test's own with `...` hands over what it got.
bool Builder::add_with_va_list(const Callable& plain, const FunctionDecl* function) {
  if (!takes_va_list(context_, function)) return false;
  const unsigned named = function->getNumParams() - 1;
  const QualType last = function->getParamDecl(named - 1)->getType().getCanonicalType();
  // What va_start takes.
  if (!last->isPointerType() && !last->isSpecificBuiltinType(BuiltinType::Int) &&
      !last->isSpecificBuiltinType(BuiltinType::ULong))
    return true;
  Callable fixed = plain;
  if (!fill_parameters(fixed, function, named)) return true;
  const std::string name = function->getNameAsString() + "With", result = types_.spelling(function->getReturnType());
  std::vector<std::string> taken, passed;
  for (unsigned i = 0; i < named; ++i) {
    const ParmVarDecl* parameter = function->getParamDecl(i);
    const QualType type = parameter->getType().getCanonicalType();
    if (type->isPointerType() && (type->getPointeeType()->isFunctionType() || type->getPointeeType()->isArrayType()))
      return true;
    passed.push_back(parameter->getName().empty() ? fmt::format("given{}", i) : parameter->getNameAsString());
    taken.push_back(new_variable(types_.spelling(type)));
    replace_all(taken.back(), "{r}", passed.back());
  }
  const std::string body = fmt::format(
      "{0} {1}({2}, ...) {{\n  va_list arguments;\n  va_start(arguments, {3});\n  {4}{5}({6}, arguments);\n  "
      "va_end(arguments);\n{7}}}\n",
      result, name, fmt::join(taken, ", "), passed.back(),
      function->getReturnType()->isVoidType() ? "" : fmt::format("{} result = ", result),
      function->getQualifiedNameAsString(), fmt::join(passed, ", "),
      function->getReturnType()->isVoidType() ? "" : "  return result;\n");
  fixed.preamble = "// Hands over what follows as a va_list.\n" + body;
  fixed.includes.emplace_back("<cstdarg>");
  std::string line = body;
  std::ranges::replace(line, '\n', ' ');
  const Variadic called{name, "Handing::" + name, fmt::format("struct Handing {{ static {} }}; ", line)};
  add_variadic(fixed, function, called, arguments_of(function, named, 0));
  add_with_more_arguments(fixed, function, called);
  return true;
}

}  // namespace reenact::api
