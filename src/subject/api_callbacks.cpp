// What the subject calls back: functions, and classes that a test derives.
#include <clang/AST/CXXInheritance.h>
#include <fmt/format.h>

#include "subject/api_builder.h"

namespace reenact::api {

using namespace clang;

namespace {

/// "T a0, U a1" cannot be spelled for every type by simple concatenation; an alias can.
std::string parameter_list(const TypeTable& types, const FunctionProtoType* prototype) {
  std::vector<std::string> shown;
  for (const QualType type : prototype->param_types()) shown.push_back(types.spelling(type));
  std::string result = fmt::format("{}", fmt::join(shown, ", "));
  if (prototype->isVariadic()) result += shown.empty() ? "..." : ", ...";
  return result;
}

}  // namespace

void Builder::add_callback(QualType type) {
  const auto* prototype = type->getPointeeType()->getAs<FunctionProtoType>();
  const auto result = types_.variable(type);
  if (prototype == nullptr || !result) return;
  const QualType returned = prototype->getReturnType().getCanonicalType();
  const std::string spelled = types_.spelling(returned);
  std::vector<std::string> bodies;
  if (returned->isVoidType())
    bodies = {""};
  else if (returned->isIntegerType() && !returned->isEnumeralType())
    bodies = {"return 0;", "return 1;"};
  else if (returned->isReferenceType())
    return;
  else
    bodies = {"return {};"};
  for (const std::string& body : bodies) {
    Callable callable = make(CallableKind::kCallback, types_.spelling(type), "");
    callable.result = result;
    const std::string lambda = fmt::format("[]({}) -> {} {{{}}}", parameter_list(types_, prototype), spelled,
                                           body.empty() ? "" : " " + body + " ");
    callable.expression = lambda;
    callable.declaration = "const auto {r} = " + lambda + ";";
    add(std::move(callable),
        fmt::format("using F = {}; F f = {}; *(void**)out = (void*)f;", types_.spelling(type), lambda));
  }
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
  const std::string base = types_.spelling(context_.getRecordType(record));
  const std::string name = fmt::format("Stub{}{}", record->getNameAsString(), stubs_++);
  std::string text = fmt::format("class {} : public {} {{\n public:\n", name, base);
  CXXFinalOverriderMap overriders;
  record->getFinalOverriders(overriders);
  for (const auto& [method, finals] : overriders) {
    const UniqueVirtualMethod& last = finals.begin()->second.front();
    if (!last.Method->isPureVirtual() || isa<CXXDestructorDecl>(last.Method)) continue;
    const CXXMethodDecl* pure = last.Method;
    const QualType returned = pure->getReturnType().getCanonicalType();
    if (returned->isReferenceType()) return;  // there is no object to refer to
    std::vector<std::string> parameters;
    for (const ParmVarDecl* each : pure->parameters()) parameters.push_back(types_.spelling(each->getType()));
    const auto* prototype = pure->getType()->castAs<FunctionProtoType>();
    text += fmt::format("  {} {}({}){}{} override {{{}}}\n", types_.spelling(pure->getReturnType()),
                        pure->getNameAsString(), fmt::join(parameters, ", "), pure->isConst() ? " const" : "",
                        prototype->isNothrow() ? " noexcept" : "", returned->isVoidType() ? "" : " return {}; ");
  }
  text += "};\n";
  reading_.support += text;
  const auto held = types_.variable(context_.getPointerType(context_.getRecordType(record)));
  if (!held) return;
  // Held by pointer: the stub's own type is not in the table.
  Callable callable = make(CallableKind::kStub, name, base);
  callable.result = held;
  callable.preamble = text;
  callable.expression = "new " + name;
  callable.declaration = "auto* {r} = new " + name + ";";
  add(std::move(callable), fmt::format("*(void**)out = static_cast<{}*>(new {});", base, name));
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
