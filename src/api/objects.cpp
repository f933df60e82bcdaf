// How objects come about and what they hold: constructors, plain variables, fields, handles.
#include <fmt/format.h>

#include "api/builder.h"
#include "api/declared_contracts.h"
#include "base/text.h"

namespace reenact::api {

using namespace clang;

void Builder::add_constructors(const CXXRecordDecl* record) {
  if (record->isAbstract()) return;
  if (const CXXDestructorDecl* destructor = record->getDestructor();
      destructor != nullptr && (destructor->getAccess() != AS_public || destructor->isDeleted()))
    return;
  sema_.ForceDeclarationOfImplicitMembers(const_cast<CXXRecordDecl*>(record));
  bool any_user_provided = false;
  for (const CXXConstructorDecl* constructor : record->ctors()) {
    if (constructor->isDeleted() || constructor->getAccess() == AS_private || constructor->getAccess() == AS_protected)
      continue;
    if (constructor->isCopyOrMoveConstructor()) continue;
    if (constructor->isImplicit()) continue;
    any_user_provided = true;
    const std::size_t count = constructor->getNumParams(), required = constructor->getMinRequiredArguments();
    add_constructor(record, constructor, count);
    if (required != count) add_constructor(record, constructor, required);
  }
  if (!any_user_provided && record->hasDefaultConstructor() && !record->hasUserDeclaredConstructor())
    add_plain_variable(record);
}

void Builder::add_constructor(const CXXRecordDecl* record, const CXXConstructorDecl* constructor, std::size_t count) {
  const QualType type = context_.getRecordType(record);
  const std::string spelled = types_.spelling(type);
  Callable callable = make(CallableKind::kConstructor, spelled + "::" + record->getNameAsString(), spelled);
  callable.linkage_name = linkage_name(GlobalDecl(constructor, Ctor_Base));
  callable.result = types_.variable(type);
  if (!callable.result || !fill_parameters(callable, constructor, count)) return;
  const auto [shown, passed] = arguments_of(constructor, count, 0);
  callable.expression = fmt::format("{}({})", spelled, fmt::join(shown, ", "));
  callable.declaration = count == 0 ? spelled + " {r};" : fmt::format("{} {{r}}({});", spelled, fmt::join(shown, ", "));
  add(callable, fmt::format("::new (out) {}({});", spelled, fmt::join(passed, ", ")));
  // The same object on the heap, for APIs that take ownership of what they are given.
  if (const auto held = types_.variable(context_.getPointerType(type)); held && count <= 3) {
    callable.result = held;
    callable.expression = fmt::format("new {}({})", spelled, fmt::join(shown, ", "));
    callable.declaration = "auto* {r} = " + callable.expression + ";";
    add(std::move(callable), fmt::format("*(void**)out = new {}({});", spelled, fmt::join(passed, ", ")));
  }
}

void Builder::add_plain_variable(const CXXRecordDecl* record) {
  const std::string spelled = types_.spelling(context_.getRecordType(record));
  Callable callable = make(CallableKind::kVariable, spelled, spelled);
  callable.result = types_.variable(context_.getRecordType(record));
  if (!callable.result) return;
  callable.expression = spelled + "{}";
  callable.declaration = spelled + " {r}{};";
  add(callable, fmt::format("::new (out) {}();", spelled));
  // On the heap, for those who take it over; no C function frees what `new` made.
  if (const auto held = types_.variable(context_.getPointerType(context_.getRecordType(record)));
      held && !record->getDeclContext()->isExternCContext()) {
    callable.result = held;
    callable.expression = "new " + spelled + "{}";
    callable.declaration = "auto* {r} = " + callable.expression + ";";
    add(std::move(callable), fmt::format("*(void**)out = new {}();", spelled));
  }
  aggregates_.push_back(record);
}

void Builder::add_fields(const CXXRecordDecl* record) {
  const std::string owner = types_.spelling(context_.getRecordType(record));
  for (const FieldDecl* field : record->fields()) {
    if (field->getAccess() == AS_private || field->getAccess() == AS_protected || field->getIdentifier() == nullptr ||
        field->isBitField())
      continue;
    const QualType type = field->getType();
    const std::string name = field->getNameAsString();
    Parameter self;
    self.name = lower(record->getNameAsString());
    if (self.name.empty()) self.name = "object";
    if (!parameters_.fill(self, context_.getLValueReferenceType(context_.getRecordType(record)))) return;
    if (type->isArrayType()) add_array_field(record, field, self);
    if (!type.isConstQualified() && !type->isReferenceType() && !type->isArrayType()) {
      Callable write = make(CallableKind::kFieldWrite, owner + "::" + name, owner);
      Parameter value;
      value.name = name;
      if (parameters_.fill(value, type.getUnqualifiedType())) {
        write.mutates_object = true;
        write.forges = is_private_by_word(field);
        write.parameters = {self, value};
        write.expression = "{0.}" + name + " = {1}";
        add(std::move(write),
            fmt::format("(*({}*)in[0]).{} = {};", owner, name, argument(1, type.getUnqualifiedType())));
      }
    }
    if (type->isRecordType() || type->isPointerType()) {
      Callable read = make(CallableKind::kFieldRead, owner + "::" + name, owner);
      read.parameters = {self};
      read.expression = "{0.}" + name;
      const QualType seen = type->isRecordType() ? context_.getLValueReferenceType(type) : type;
      if (types_.variable(seen)) finish_call(std::move(read), seen, fmt::format("(*({}*)in[0]).{}", owner, name));
    }
  }
}

void Builder::add_handles() {
  for (std::size_t i = 0; i < parameters_.handles().size(); ++i) {
    const QualType type = parameters_.handles()[i];
    const std::string spelled = handle_name(type).value_or(types_.spelling(type));
    Callable callable = make(CallableKind::kVariable, spelled, "");
    callable.result = types_.variable(type);
    callable.expression = "nullptr";
    callable.declaration = new_variable(spelled) + " = nullptr;";
    if (callable.result) add(std::move(callable), "*(void**)out = nullptr;");
  }
}

}  // namespace reenact::api
