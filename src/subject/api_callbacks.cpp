// What the subject calls back: functions, and classes that a test derives.
#include <clang/AST/CXXInheritance.h>
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "subject/api_builder.h"

namespace reenact::api {

using namespace clang;

namespace {

/// Callbacks of one kind that a test can hold at a time, each with its own values: a function pointer carries none, so
/// every one is a lambda of its own with a static of its own.
constexpr std::size_t kSlots = 3;

/// "T a0, U a1" cannot be spelled for every type by simple concatenation ("void (*)(int) a0"); std::common_type can.
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

/// Sets `out` to one of kSlots lambdas in turn; `held[slot]` keeps what the callable was given. `body` sees that as
/// `in`, as any thunk does.
std::string callback_thunk(const std::string& type, const std::string& parameters, const std::string& result,
                           std::size_t held, const std::string& body) {
  std::string lambdas;
  for (std::size_t slot = 0; slot < kSlots; ++slot)
    lambdas +=
        fmt::format("[]({}) -> {} {{ void** in = held[{}]; (void)in; alignas(16) char out[16]; (void)out; {} }}, ",
                    parameters, result, slot, body);
  std::string keep;
  for (std::size_t i = 0; i < held; ++i) keep += fmt::format("held[slot][{0}] = in[{0}]; ", i);
  return fmt::format(
      "using F = {}; static void* held[{}][{}]; static unsigned next; const unsigned slot = next++ % {}; {}(void)held; "
      "static const F all[] = {{{}}}; void* made = (void*)all[slot]; *(void**)out = made;",
      type, kSlots, held + 1, kSlots, keep, lambdas);
}

const CXXRecordDecl* record_behind(QualType given) {
  if (given.isNull()) return nullptr;
  const QualType type = given.getCanonicalType();
  if (!type->isPointerType() || !type->getPointeeType()->isRecordType()) return nullptr;
  const auto* record = type->getPointeeType()->getAsCXXRecordDecl();
  return record == nullptr ? nullptr : record->getCanonicalDecl();
}

bool ends_or_changes(const std::string& name) {
  const std::string text = lower(name);
  return std::ranges::any_of(std::initializer_list<const char*>{"free", "destroy", "delete", "close", "clear", "reset",
                                                                "remove", "release", "stop", "erase", "pop", "cancel"},
                             [&](const char* verb) { return text.contains(verb); });
}

}  // namespace

void Builder::add_callback(QualType type) {
  const auto* prototype = type->getPointeeType()->getAs<FunctionProtoType>();
  const auto made = types_.variable(type);
  if (prototype == nullptr || !made) return;
  const QualType returned = prototype->getReturnType().getCanonicalType();
  if (returned->isReferenceType()) return;
  const std::vector<std::string> unnamed(prototype->getNumParams());
  const std::string spelled = types_.spelling(type), result = types_.spelling(returned),
                    parameters = parameter_list(types_, prototype, unnamed);
  Callable callable = make(CallableKind::kCallback, spelled, "");
  callable.result = made;
  std::string shown, body;
  if (returned->isArithmeticType() || returned->isEnumeralType()) {
    Parameter value;
    value.name = "result";
    if (!types_.fill(value, returned)) return;
    callable.parameters.push_back(value);
    shown = " return {0}; ";
    body = fmt::format("return {};", argument(0, returned));
  } else if (!returned->isVoidType()) {
    shown = " return {}; ";
    body = "return {};";
  }
  callable.expression = fmt::format("[]({}) -> {} {{{}}}", parameters, result, shown);
  callable.declaration = "const auto {r} = " + callable.expression + ";";
  const std::size_t held = callable.parameters.size();
  add(std::move(callable), callback_thunk(spelled, parameters, result, held, body));
  add_reading_callback(type);
}

void Builder::add_reading_callback(QualType type) {
  // int read(void* user, char* data, int size): hands out a text of the test's, piece by piece.
  const auto* prototype = type->getPointeeType()->getAs<FunctionProtoType>();
  const QualType returned = prototype->getReturnType().getCanonicalType();
  if (!returned->isIntegerType() || returned->isBooleanType()) return;
  std::vector<std::string> names(prototype->getNumParams());
  for (unsigned i = 0; i + 1 < prototype->getNumParams(); ++i) {
    const QualType buffer = prototype->getParamType(i).getCanonicalType();
    const QualType size = prototype->getParamType(i + 1).getCanonicalType();
    if (!buffer->isPointerType() || buffer->getPointeeType().isConstQualified() || !size->isIntegerType()) continue;
    if (!types_.is_text_pointer(buffer) && !(buffer->getPointeeType()->isVoidType() && i > 0)) continue;
    names[i] = "buffer";
    names[i + 1] = "size";
    break;
  }
  if (std::ranges::find(names, "buffer") == names.end()) return;
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
  std::string thunk = callback_thunk(spelled, parameters, result, 2,
                                     "const std::string text((const char*)in[0], (size_t)*(unsigned long*)in[1]); "
                                     "std::size_t& at = *(std::size_t*)&in[2]; " +
                                         body);
  replace_all(thunk, "(void)held;", "held[slot][2] = nullptr;");
  add(std::move(callable), thunk);
}

void Builder::add_actions() {
  // What is mentioned in the report comes first: "freed by ... XML_ParserFree" is what a handler should do.
  std::vector<std::pair<int, std::size_t>> ranked;
  for (std::size_t i = 0; i < api_.callables.size(); ++i) {
    const Callable& each = api_.callables[i];
    if (each.linkage_name.empty() || each.owner == "std" || each.parameters.empty() || each.parameters.size() > 4)
      continue;
    if (each.kind != CallableKind::kFunction && each.kind != CallableKind::kMethod) continue;
    if (each.result && api_[*each.result].kind == TypeKind::kObject) continue;
    const std::string name = each.name.substr(each.name.rfind(':') + 1);
    ranked.emplace_back(mentioned_.contains(name) ? 0 : ends_or_changes(name) ? 1 : 2, i);
  }
  std::ranges::sort(ranked);
  const std::size_t room = kMaxCallables / 8, before = api_.callables.size();
  for (const auto& [rank, i] : ranked)
    for (const QualType type : std::vector(types_.function_pointers()))
      if (api_.callables.size() < before + room) add_action(type, i, rank);
}

/// A callback that calls back: the handles it is given stand for the parameters of their type, what else the call needs
/// it keeps from where it was made.
void Builder::add_action(QualType type, std::size_t called, int rank) {
  const auto* prototype = type->getPointeeType()->getAs<FunctionProtoType>();
  const auto made = types_.variable(type);
  if (prototype == nullptr || !made) return;
  const QualType returned = prototype->getReturnType().getCanonicalType();
  if (returned->isReferenceType()) return;
  const Callable inner = api_.callables[called];
  std::vector<std::string> names(prototype->getNumParams());
  Callable callable = make(CallableKind::kCallback, types_.spelling(type), "");
  callable.result = made;
  std::string shown = inner.expression, setup, own;
  bool any_own = false, any_handle = false;
  std::vector<std::pair<std::string, std::string>> filled;  // placeholder -> its text, renumbered only at the end
  for (std::size_t k = 0; k < inner.parameters.size(); ++k) {
    const Parameter& parameter = inner.parameters[k];
    const bool through_reference = api_[parameter.type].kind == TypeKind::kObject;
    const std::string key = fmt::format("{{{}}}", k), access = fmt::format("{{{}.}}", k);
    const CXXRecordDecl* wanted = nullptr;
    for (const Source& source : parameter.sources)
      if (source.mode == PassMode::kLoad && source.cast == kNoCast && wanted == nullptr)
        wanted = record_behind(types_.pointer_of(source.type));
    std::size_t given = 0;
    while (given < names.size() && (wanted == nullptr || !names[given].empty() ||
                                    record_behind(prototype->getParamType(static_cast<unsigned>(given))) != wanted))
      ++given;
    if (given < names.size()) {
      const QualType had = prototype->getParamType(static_cast<unsigned>(given));
      if (had->getPointeeType().isConstQualified() && !api_[parameter.type].spelling.starts_with("const ")) return;
      names[given] = "given" + (any_own ? std::to_string(given) : "");
      filled.emplace_back(access, names[given] + "->");
      filled.emplace_back(key, through_reference ? "*" + names[given] : names[given]);
      own += fmt::format("in[{}] = (void*){}; ", k, names[given]);
      any_own = any_handle = true;
      callable.parameters.push_back(parameter);  // replaced below: keeps the numbers of `in` and of the expression
      callable.parameters.back().sources.clear();
      callable.parameters.back().nullable = true;
      continue;
    }
    callable.parameters.push_back(parameter);
    if (api_[parameter.type].kind == TypeKind::kPointer || api_[parameter.type].kind == TypeKind::kCallback) {
      if (wanted != nullptr) any_handle = true;
      const std::string held = fmt::format("{{r}}Held{}", setup.empty() ? "" : std::to_string(k));
      setup += fmt::format("static const auto {} = {};\n", held, key);
      filled.emplace_back(key, held);
    } else if (through_reference) {
      any_handle = true;
      const std::string held = fmt::format("{{r}}Held{}", setup.empty() ? "" : std::to_string(k));
      setup += fmt::format("static auto* const {} = &{};\n", held, key);
      filled.emplace_back(access, held + "->");
      filled.emplace_back(key, "*" + held);
    }
  }
  // Without a handle there is nothing to harm from inside; with one that must be kept, only what is likely to.
  if (!any_handle || (!any_own && rank > 1)) return;
  for (const auto& [from, to] : filled) replace_all(shown, from, to);
  const std::string result = types_.spelling(returned), parameters = parameter_list(types_, prototype, names);
  const std::string back = returned->isVoidType() ? "" : " return {};";
  callable.expression = "{r}";
  callable.declaration =
      fmt::format("{}const auto {{r}} = []({}) -> {} {{ {};{} }};", setup, parameters, result, shown, back);
  callable.includes = inner.includes;
  const std::size_t held = callable.parameters.size();
  add(std::move(callable), callback_thunk(types_.spelling(type), parameters, result, held,
                                          own + "{ " + reading_.thunks[called] + " }" + back));
}

void Builder::add_stub(const CXXRecordDecl* record) {
  bool default_constructible = !record->hasUserDeclaredConstructor();
  for (const CXXConstructorDecl* constructor : record->ctors())
    default_constructible =
        default_constructible ||
        (constructor->isDefaultConstructor() && !constructor->isDeleted() && constructor->getAccess() != AS_private);
  if (!default_constructible) return;
  if (const CXXDestructorDecl* destructor = record->getDestructor();
      destructor != nullptr && destructor->getAccess() == AS_private)
    return;
  const auto held = types_.variable(context_.getPointerType(context_.getRecordType(record)));
  if (!held) return;
  const std::string base = types_.spelling(context_.getRecordType(record));
  std::string name = "Stub" + record->getNameAsString();
  if (const std::size_t twins = stubs_[name]++; twins > 0) name += std::to_string(twins + 1);
  // Held by pointer: the stub's own type is not in the table.
  Callable callable = make(CallableKind::kStub, name, base);
  callable.result = held;
  std::string methods, fields;
  std::vector<std::string> taken, declared, initialised, shown, passed;
  CXXFinalOverriderMap overriders;
  record->getFinalOverriders(overriders);
  for (const auto& [method, finals] : overriders) {
    const UniqueVirtualMethod& last = finals.begin()->second.front();
    if (!last.Method->isPureVirtual() || isa<CXXDestructorDecl>(last.Method)) continue;
    const CXXMethodDecl* pure = last.Method;
    const QualType returned = pure->getReturnType().getCanonicalType();
    std::string body;
    Parameter value;
    value.name = pure->getIdentifier() != nullptr ? pure->getNameAsString() : "result";
    if (!returned->isVoidType() && is_copyable(returned) && types_.fill(value, returned)) {
      // What it answers is the test's choice.
      const std::size_t at = callable.parameters.size();
      std::string field = value.name;
      if (std::ranges::find(taken, field) != taken.end()) field += std::to_string(at + 1);
      taken.push_back(field);
      const std::string type = types_.spelling(returned);
      fields += fmt::format("  {} {}_;\n", type, field);
      initialised.push_back(fmt::format("{0}_({0})", field));
      shown.push_back(fmt::format("{{{}}}", at));
      passed.push_back(argument(at, returned));
      declared.push_back(type + " " + field);
      callable.parameters.push_back(value);
      body = fmt::format(" return {}_; ", field);
    } else if (returned->isReferenceType()) {
      return;  // there is no object to refer to
    } else if (!returned->isVoidType()) {
      body = " return {}; ";
    }
    std::vector<std::string> parameters;
    for (const ParmVarDecl* each : pure->parameters()) parameters.push_back(types_.spelling(each->getType()));
    const auto* prototype = pure->getType()->castAs<FunctionProtoType>();
    methods += fmt::format("  {} {}({}){}{} override {{{}}}\n", types_.spelling(pure->getReturnType()),
                           pure->getNameAsString(), fmt::join(parameters, ", "), pure->isConst() ? " const" : "",
                           prototype->isNothrow() ? " noexcept" : "", body);
  }
  std::string constructor;
  if (!declared.empty())
    constructor = fmt::format("  {}{}({}) : {} {{}}\n", declared.size() == 1 ? "explicit " : "", name,
                              fmt::join(declared, ", "), fmt::join(initialised, ", "));
  callable.preamble = fmt::format("class {} : public {} {{\n public:\n{}{}{}{}}};\n", name, base, constructor, methods,
                                  fields.empty() ? "" : "\n private:\n", fields);
  const std::string list = shown.empty() ? "" : fmt::format("({})", fmt::join(shown, ", "));
  callable.expression = "new " + name + list;
  callable.declaration = "auto* {r} = " + callable.expression + ";";
  add(std::move(callable),
      fmt::format("*(void**)out = static_cast<{}*>(new {}({}));", base, name, fmt::join(passed, ", ")));
}

void Builder::add_string_arrays() {
  // const char* const* and char** parameters (argv, lists of names): NULL-terminated arrays of one to three texts.
  for (const bool is_const : {true, false}) {
    const QualType text = context_.getPointerType(is_const ? context_.CharTy.withConst() : context_.CharTy);
    bool wanted = false;
    for (const QualType handle : types_.handles())
      wanted = wanted || handle.getCanonicalType().getUnqualifiedType() == text.getCanonicalType();
    if (!wanted) continue;
    const auto array = types_.variable(context_.getPointerType(text));
    if (!array) continue;
    for (std::size_t count = 1; count <= 3; ++count) {
      Callable callable = make(CallableKind::kArray, "array of texts", "");
      callable.result = array;
      std::string shown,
          thunk = fmt::format("static {} lists[16][4]; static unsigned next; auto& list = lists[next++ % 16];",
                              is_const ? "const char*" : "char*");
      for (std::size_t i = 0; i < count; ++i) {
        Parameter each;
        each.name = "argument";
        each.type = types_.text();
        each.sources = {{types_.text(), PassMode::kCString}};
        callable.parameters.push_back(each);
        shown += fmt::format("{}{{{}}}", i == 0 ? "" : ", ", i);
        thunk += fmt::format(" list[{}] = (char*)in[{}];", i, i);
      }
      thunk += fmt::format(" list[{}] = nullptr; *(void**)out = list;", count);
      callable.expression = "{}";
      callable.declaration = fmt::format("{} {{r}}[] = {{{}, nullptr}};", is_const ? "const char*" : "char*", shown);
      add(std::move(callable), thunk);
    }
  }
}

}  // namespace reenact::api
