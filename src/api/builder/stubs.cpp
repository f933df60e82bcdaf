// Abstract classes: a test derives one whose methods answer what the test chose.
#include <clang/AST/CXXInheritance.h>
#include <fmt/format.h>

#include <algorithm>

#include "api/builder/builder.h"

namespace reenact::api {

using namespace clang;

namespace {

bool is_derivable(const CXXRecordDecl* record) {
  const bool default_constructible =
      !record->hasUserDeclaredConstructor() || std::ranges::any_of(record->ctors(), [](const CXXConstructorDecl* each) {
        return each->isDefaultConstructor() && !each->isDeleted() && each->getAccess() != AS_private;
      });
  const CXXDestructorDecl* destructor = record->getDestructor();
  return default_constructible && (destructor == nullptr || destructor->getAccess() != AS_private);
}

std::vector<const CXXMethodDecl*> pure_methods(const CXXRecordDecl* record) {
  std::vector<const CXXMethodDecl*> result;
  CXXFinalOverriderMap overriders;
  record->getFinalOverriders(overriders);
  for (const auto& [method, finals] : overriders) {
    const CXXMethodDecl* last = finals.begin()->second.front().Method;
    if (last->isPureVirtual() && !isa<CXXDestructorDecl>(last)) result.push_back(last);
  }
  return result;
}

/// `Shape* clone() const`: whoever calls it owns what it gets, each time another object.
bool is_clone(const CXXMethodDecl* method, const CXXRecordDecl* record) {
  if (method->getIdentifier() == nullptr || method->getNumParams() > 0 || !method->getReturnType()->isPointerType() ||
      !is_copyable(QualType(record->getTypeForDecl(), 0), true))
    return false;
  const std::string name = StringRef(method->getName()).lower();
  const CXXRecordDecl* made = method->getReturnType()->getPointeeCXXRecordDecl();
  return (name == "clone" || name == "copy" || name == "duplicate" || name == "dup") && made != nullptr &&
         (made->getCanonicalDecl() == record->getCanonicalDecl() || record->isDerivedFrom(made));
}

}  // namespace

/// The parts of a stub's C++ text.
struct Builder::StubText {
  std::string methods, fields;                               // lines
  std::vector<std::string> names, parameters, initialisers;  // of the fields
  Arguments given;                                           // to its constructor

  [[nodiscard]] std::string of_class(const std::string& name, const std::string& base) const {
    std::string constructor;
    if (!parameters.empty())
      constructor = fmt::format("  {}{}({}) : {} {{}}\n", parameters.size() == 1 ? "explicit " : "", name,
                                fmt::join(parameters, ", "), fmt::join(initialisers, ", "));
    return fmt::format("class {} : public {} {{\n public:\n{}{}{}{}}};\n", name, base, constructor, methods,
                       fields.empty() ? "" : "\n private:\n", fields);
  }
};

/// A field for what a method answers: a parameter of `callable`. Returns its name.
std::string Builder::add_stub_field(const Parameter& value, QualType type, Callable& callable, StubText& text) const {
  const std::size_t at = callable.parameters.size();
  std::string field = value.name;
  if (std::ranges::find(text.names, field) != text.names.end()) field += std::to_string(at + 1);
  text.names.push_back(field);
  const std::string spelled = types_.spelling(type);
  text.fields += fmt::format("  {} {}_;\n", spelled, field);
  text.initialisers.push_back(fmt::format("{0}_({0})", field));
  text.parameters.push_back(spelled + " " + field);
  text.given.add(fmt::format("{{{}}}", at), argument(at, type));
  callable.parameters.push_back(value);
  return field;
}

bool Builder::add_stub_method(const CXXMethodDecl* pure, const CXXRecordDecl* record, Callable& callable,
                              StubText& text) {
  const QualType returned = pure->getReturnType().getCanonicalType();
  std::string body;
  Parameter value;
  value.name = pure->getIdentifier() != nullptr ? pure->getNameAsString() : "result";
  if (is_clone(pure, record))
    body = fmt::format(" return new {}(*this); ", callable.name);
  else if (!returned->isVoidType() && is_copyable(returned) && parameters_.fill(value, returned))
    body = fmt::format(" return {}_; ", add_stub_field(value, returned, callable, text));
  else if (returned->isReferenceType())
    return false;  // there is no object to refer to
  else if (!returned->isVoidType())
    body = " return {}; ";
  std::vector<std::string> parameters;
  for (const ParmVarDecl* each : pure->parameters()) parameters.push_back(types_.spelling(each->getType()));
  const auto* prototype = pure->getType()->castAs<FunctionProtoType>();
  text.methods += fmt::format("  {} {}({}){}{} override {{{}}}\n", types_.spelling(pure->getReturnType()),
                              pure->getNameAsString(), fmt::join(parameters, ", "), pure->isConst() ? " const" : "",
                              prototype->isNothrow() ? " noexcept" : "", body);
  return true;
}

void Builder::add_stub(const CXXRecordDecl* record) {
  if (!is_derivable(record)) return;
  // Held by pointer: the stub's own type is not in the table.
  const auto held = types_.variable(context_.getPointerType(context_.getRecordType(record)));
  if (!held) return;
  const std::string base = types_.spelling(context_.getRecordType(record));
  std::string name = "Stub" + record->getNameAsString();
  if (const std::size_t twins = stubs_[name]++; twins > 0) name += std::to_string(twins + 1);
  Callable callable = make(CallableKind::kStub, name, base);
  callable.result = held;
  StubText text;
  for (const CXXMethodDecl* pure : pure_methods(record))
    if (!add_stub_method(pure, record, callable, text)) return;
  callable.preamble = text.of_class(name, base);
  const std::string list = text.given.shown.empty() ? "" : fmt::format("({})", fmt::join(text.given.shown, ", "));
  callable.expression = "new " + name + list;
  callable.declaration = "auto* {r} = " + callable.expression + ";";
  add(std::move(callable),
      fmt::format("*(void**)out = static_cast<{}*>(new {}({}));", base, name, fmt::join(text.given.passed, ", ")));
}

}  // namespace reenact::api
