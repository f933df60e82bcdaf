// What the subject calls back: functions.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "api/builder/builder.h"
#include "base/text.h"

namespace reenact::api {

using namespace clang;

namespace {

/// Callbacks of one kind that a test can hold at a time, each with its own values: a function pointer carries none, so
/// every one is a lambda of its own with a static of its own.
constexpr std::size_t kSlots = 3;

}  // namespace

std::string parameter_list(const TypeTable& types, const FunctionProtoType* prototype,
                           const std::vector<std::string>& names) {
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < prototype->getNumParams(); ++i) {
    const QualType type = prototype->getParamType(static_cast<unsigned>(i));
    shown.push_back(types.spelling(type) + (names[i].empty() ? "" : " " + names[i]));
  }
  std::string result = fmt::format("{}", fmt::join(shown, ", "));
  if (prototype->isVariadic()) result += shown.empty() ? "..." : ", ...";
  return result;
}

std::string callback_thunk(const CallbackSignature& signature, std::size_t held, const std::string& body) {
  std::string lambdas;
  for (std::size_t slot = 0; slot < kSlots; ++slot)
    lambdas +=
        fmt::format("[]({}) -> {} {{ void** in = held[{}]; (void)in; alignas(16) char out[16]; (void)out; {} }}, ",
                    signature.parameters, signature.result, slot, body);
  std::string keep;
  for (std::size_t i = 0; i < held; ++i) keep += fmt::format("held[slot][{0}] = in[{0}]; ", i);
  return fmt::format(
      "using F = {}; static void* held[{}][{}]; static unsigned next; const unsigned slot = next++ % {}; {}(void)held; "
      "static const F all[] = {{{}}}; void* made = (void*)all[slot]; *(void**)out = made;",
      signature.type, kSlots, held + 1, kSlots, keep, lambdas);
}

namespace {

/// "buffer" and "size" for the parameters of a function that fills a buffer and returns how much of it; all empty: it is none.
std::vector<std::string> names_of_reading(const FunctionProtoType* prototype) {
  std::vector<std::string> names(prototype->getNumParams());
  const QualType returned = prototype->getReturnType().getCanonicalType();
  if (!returned->isIntegerType() || returned->isBooleanType()) return names;
  for (unsigned i = 0; i + 1 < prototype->getNumParams(); ++i) {
    const QualType buffer = prototype->getParamType(i).getCanonicalType();
    const QualType size = prototype->getParamType(i + 1).getCanonicalType();
    if (!buffer->isPointerType() || buffer->getPointeeType().isConstQualified() || !size->isIntegerType()) continue;
    if (!is_text_pointer(buffer) && !(buffer->getPointeeType()->isVoidType() && i > 0)) continue;
    names[i] = "buffer";
    names[i + 1] = "size";
    break;
  }
  return names;
}

}  // namespace

void Builder::add_callback(QualType type) {
  const auto* prototype = type->getPointeeType()->getAs<FunctionProtoType>();
  const auto made = types_.variable(type);
  if (prototype == nullptr || !made) return;
  const QualType returned = prototype->getReturnType().getCanonicalType();
  if (returned->isReferenceType()) return;
  const std::vector<std::string> names = names_of_reading(prototype);
  const bool reads = std::ranges::find(names, "size") != names.end();
  if (reads) add_reading_callback(type, names);
  // How much it has filled, of a buffer that it leaves as it is, only a signed number can deny.
  if (reads && !returned->isSignedIntegerType()) return;
  const std::string spelled = types_.spelling(type), result = types_.spelling(returned),
                    parameters = parameter_list(types_, prototype, names);
  Callable callable = make(CallableKind::kCallback, spelled, "");
  callable.result = made;
  std::string shown, body;
  if (returned->isArithmeticType() || returned->isEnumeralType()) {
    Parameter value;
    value.name = "result";
    if (!parameters_.fill(value, returned)) return;
    callable.parameters.push_back(value);
    shown = " return {0}; ";
    body = fmt::format("return {};", argument(0, returned));
    if (reads) {
      // It tells how much of the buffer it has filled, at most all.
      shown = fmt::format(" return std::min<{}>({{0}}, size); ", result);
      body = fmt::format("return std::min<{}>({}, size);", result, argument(0, returned));
      callable.includes = {"<algorithm>"};
    }
  } else if (!returned->isVoidType()) {
    shown = " return {}; ";
    body = "return {};";
  }
  callable.expression = fmt::format("[]({}) -> {} {{{}}}", parameters, result, shown);
  callable.declaration = "const auto {r} = " + callable.expression + ";";
  const std::size_t held = callable.parameters.size();
  add(std::move(callable), callback_thunk({spelled, parameters, result}, held, body));
}

/// Functions of a C library that its callers may hand to it: `apply(parser, trim_right)`. Those that the report shows, and where few have
/// the type that is asked for, `hash_table_new(string_hash, string_equal)`, these. Not one that frees: whether what it is called with may
/// be freed, nobody knows.
void Builder::add_own_callbacks() {
  constexpr std::size_t kMostOfOneType = 8;
  for (const QualType type : types_.function_pointers()) {
    const auto made = types_.variable(type);
    if (!made) continue;
    const auto fits = [&](const FunctionDecl* function) {
      return context_.hasSameFunctionTypeIgnoringExceptionSpec(type->getPointeeType(), function->getType());
    };
    for (const FunctionDecl* function : shown_functions_)
      if (fits(function)) add_own_callback(function, type, *made);
    std::vector<const FunctionDecl*> others;
    std::ranges::copy_if(other_functions_, std::back_inserter(others), [&](const FunctionDecl* function) {
      return fits(function) && !sounds_like_release(function->getNameAsString());
    });
    if (others.size() > kMostOfOneType) continue;
    for (const FunctionDecl* function : others) add_own_callback(function, type, *made);
  }
}

void Builder::add_own_callback(const FunctionDecl* function, QualType type, TypeId made) {
  const std::string name = function->getNameAsString();
  Callable callable = make(CallableKind::kCallback, name, "");
  callable.result = made;
  callable.expression = name;
  callable.declaration = fmt::format("const auto {{r}} = {};", name);
  add(std::move(callable), fmt::format("*(void**)out = (void*)(({})&{});", types_.spelling(type), name));
}

/// `free`, where a function is wanted that frees what the library keeps, and blocks that it may free.
void Builder::add_release() {
  if (!types_.release()) return;
  Callable frees = make(CallableKind::kCallback, "free", "");
  frees.result = *types_.release();
  frees.includes = {"<stdlib.h>"};
  frees.expression = "free";
  frees.declaration = "void (*const {r})(void*) = free;";
  frees.frees_items = true;
  add(std::move(frees), "*(void**)out = (void*)free;");

  Callable block = make(CallableKind::kConversion, "strdup", "");
  Parameter text;
  text.name = "text";
  text.type = types_.text();
  text.sources = {{text.type, PassMode::kCString}};
  text.nonnull = true;
  block.parameters = {text};
  block.result = types_.pointer(context_.VoidPtrTy);
  block.includes = {"<string.h>"};
  block.expression = "strdup({0})";
  block.declaration = "void* {r} = strdup({0});";
  block.on_heap = true;
  add(std::move(block), "*(void**)out = strdup((const char*)in[0]);");
}

/// `malloc` and the like, where the library is to be told where its memory comes from.
void Builder::add_allocators() {
  for (const TypeTable::Allocator& each : types_.allocators()) {
    Callable allocates = make(CallableKind::kCallback, each.expression, "");
    allocates.result = each.type;
    allocates.includes = {"<stdlib.h>"};
    allocates.expression = each.expression;
    allocates.declaration = fmt::format("const auto {{r}} = {};", each.expression);
    add(std::move(allocates),
        fmt::format("using F = {}; const F made = {}; *(void**)out = (void*)made;", each.spelling, each.expression));
  }
}

/// `int read(void* user, char* data, int size)`: hands out a text of the test's, piece by piece.
void Builder::add_reading_callback(QualType type, const std::vector<std::string>& names) {
  const auto* prototype = type->getPointeeType()->getAs<FunctionProtoType>();
  const QualType returned = prototype->getReturnType().getCanonicalType();
  const std::string spelled = types_.spelling(type), result = types_.spelling(returned),
                    parameters = parameter_list(types_, prototype, names);
  Callable callable = make(CallableKind::kCallback, spelled, "");
  callable.result = types_.variable(type);
  callable.parameters = text_and_length(types_.text());
  callable.includes = {"<algorithm>", "<cstring>", "<string>"};
  const std::string copy = fmt::format(
      "const auto count = std::min<std::size_t>(size, {{}}.size() - at); std::memcpy(buffer, {{}}.data() + at, count); "
      "at += count; return static_cast<{}>(count);",
      result);
  std::string shown = copy;
  replace_all(shown, "{}", "{r}Text");
  callable.expression = "{r}";
  callable.declaration = fmt::format(
      "static const std::string {{r}}Text({{0}}, {{#0}});\n"
      "const auto {{r}} = []({}) -> {} {{\n  static std::size_t at = 0;\n  {}\n}};",
      parameters, result, [&] {
        std::string lines = shown;
        replace_all(lines, "; ", ";\n  ");
        return lines;
      }());
  std::string body = copy;
  replace_all(body, "{}", "text");
  // A new callback starts at the beginning of its text.
  std::string thunk = callback_thunk({spelled, parameters, result}, 2,
                                     "const std::string text((const char*)in[0], (size_t)*(unsigned long*)in[1]); "
                                     "std::size_t& at = *(std::size_t*)&in[2]; " +
                                         body);
  replace_all(thunk, "(void)held;", "held[slot][2] = nullptr;");
  add(std::move(callable), thunk);
}

}  // namespace reenact::api
