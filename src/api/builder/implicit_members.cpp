// What every class can do without a word of its own: be copied, moved, assigned and swapped; and what it converts to.
#include <fmt/format.h>

#include "api/builder/builder.h"

namespace reenact::api {

using namespace clang;

namespace {

bool is_usable(const CXXMethodDecl* member) { return !member->isDeleted() && member->getAccess() == AS_public; }

/// What a class offers of the four.
struct Implicit {
  const CXXConstructorDecl *copy = nullptr, *move = nullptr;
  const CXXMethodDecl *copy_assignment = nullptr, *move_assignment = nullptr;
};

Implicit implicit_of(const CXXRecordDecl* record) {
  Implicit result;
  for (const CXXConstructorDecl* each : record->ctors()) {
    if (!is_usable(each)) continue;
    if (each->isCopyConstructor()) result.copy = each;
    if (each->isMoveConstructor()) result.move = each;
  }
  for (const CXXMethodDecl* each : record->methods()) {
    if (!is_usable(each)) continue;
    if (each->isCopyAssignmentOperator()) result.copy_assignment = each;
    if (each->isMoveAssignmentOperator()) result.move_assignment = each;
  }
  return result;
}

}  // namespace

/// Not of plain data: copying that cannot go wrong.
void Builder::add_implicit_members(const CXXRecordDecl* record) {
  const QualType type = context_.getRecordType(record);
  if (!can_be_constructed(record) || type.isTriviallyCopyableType(context_)) return;
  const Implicit can = implicit_of(record);
  if (can.copy != nullptr) add_copy(record, can.copy, "{0}", "(*(const {0}*)in[0])");
  if (can.move != nullptr) add_copy(record, can.move, "std::move({0})", "static_cast<{0}&&>(*({0}*)in[0])");
  if (can.copy_assignment != nullptr)
    add_assignment(record, can.copy_assignment, "{0} = {1}", "(*({0}*)in[0]) = (*(const {0}*)in[1]);");
  if (can.move_assignment != nullptr)
    add_assignment(record, can.move_assignment, "{0} = std::move({1})",
                   "(*({0}*)in[0]) = static_cast<{0}&&>(*({0}*)in[1]);");
  if ((can.move != nullptr || can.copy != nullptr) &&
      (can.move_assignment != nullptr || can.copy_assignment != nullptr))
    add_assignment(record, nullptr, "std::swap({0}, {1})", "std::swap(*({0}*)in[0], *({0}*)in[1]);");
}

/// `source`, `passed`: the other object as a test shows it and as a thunk passes it.
void Builder::add_copy(const CXXRecordDecl* record, const CXXConstructorDecl* constructor, const std::string& source,
                       const std::string& passed) {
  const QualType type = context_.getRecordType(record);
  const std::string spelled = types_.spelling(type);
  const bool moves = constructor->isMoveConstructor();
  Callable callable = make(CallableKind::kConstructor, spelled + (moves ? " move" : " copy"), spelled);
  set_function(callable, GlobalDecl(constructor, Ctor_Base));
  callable.result = types_.variable(type);
  Parameter other;
  other.name = "other";
  const QualType given = moves ? type : type.withConst();
  if (!callable.result || !parameters_.fill(other, context_.getLValueReferenceType(given))) return;
  callable.parameters.push_back(std::move(other));
  if (moves) callable.includes.emplace_back("<utility>");
  callable.expression = fmt::format("{}({})", spelled, source);
  callable.declaration = fmt::format("{} {{r}}({});", spelled, source);
  add(std::move(callable), fmt::format("::new (out) {}({});", spelled, fmt::format(fmt::runtime(passed), spelled)));
}

/// `operation`: null: of the standard library.
void Builder::add_assignment(const CXXRecordDecl* record, const CXXMethodDecl* operation, const std::string& shown,
                             const std::string& thunk) {
  const QualType type = context_.getRecordType(record);
  const std::string spelled = types_.spelling(type);
  const bool is_copy = operation != nullptr && operation->isCopyAssignmentOperator();
  Callable callable =
      make(CallableKind::kOperator, spelled + (operation == nullptr ? "::swap" : "::operator="), spelled);
  if (operation != nullptr) set_function(callable, GlobalDecl(operation));
  callable.mutates_object = true;
  Parameter object, other;
  object.name = other.name = "object";
  other.name = "other";
  const QualType given = is_copy ? type.withConst() : type;
  if (!parameters_.fill(object, context_.getLValueReferenceType(type)) ||
      !parameters_.fill(other, context_.getLValueReferenceType(given)))
    return;
  callable.parameters = {std::move(object), std::move(other)};
  if (!is_copy) callable.includes.emplace_back("<utility>");
  callable.expression = shown;
  add(std::move(callable), fmt::format(fmt::runtime(thunk), spelled));
}

/// `static_cast<bool>(stream)`.
void Builder::add_conversion_operator(const CXXConversionDecl* conversion) {
  if (conversion->isDeleted() || conversion->isDependentContext() || conversion->getRefQualifier() == RQ_RValue) return;
  const QualType to = conversion->getConversionType();
  if (to->isFunctionPointerType() || to->isUndeducedType() || !can_be_named(to)) return;
  QualType type = context_.getRecordType(conversion->getParent());
  const std::string owner = types_.spelling(type), target = types_.spelling(to);
  Callable callable = make(CallableKind::kOperator, owner + "::operator " + target, owner);
  set_function(callable, GlobalDecl(conversion));
  callable.mutates_object = !conversion->isConst();
  if (conversion->isConst()) type = type.withConst();
  Parameter self;
  self.name = "object";
  if (!parameters_.fill(self, context_.getLValueReferenceType(type))) return;
  callable.parameters.push_back(std::move(self));
  callable.expression = fmt::format("static_cast<{}>({{0}})", target);
  finish_call(std::move(callable), to, fmt::format("static_cast<{}>(*({}*)in[0])", target, types_.spelling(type)));
}

}  // namespace reenact::api
