// How objects come about and what they hold: constructors, plain variables, fields, handles.
#include <clang/AST/DeclTemplate.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "api/builder/builder.h"
#include "api/contracts/declared_contracts.h"
#include "base/text.h"

namespace reenact::api {

using namespace clang;

namespace {

/// `b2Vec2() {}`: are there numbers or pointers that nothing gives a value? What is not in the headers counts as set.
bool leaves_members_unset(const CXXRecordDecl* record, const CXXConstructorDecl* constructor) {
  const FunctionDecl* definition = nullptr;
  if (!constructor->hasBody(definition) || constructor->isDefaulted()) return false;
  const auto* body = dyn_cast<CompoundStmt>(definition->getBody());
  if (body == nullptr || !body->body_empty()) return false;
  const auto* defined = cast<CXXConstructorDecl>(definition);
  if (defined->isDelegatingConstructor()) return false;
  return std::ranges::any_of(record->fields(), [&](const FieldDecl* field) {
    return field->getType()->isScalarType() && !field->hasInClassInitializer() &&
           std::ranges::none_of(defined->inits(),
                                [&](const CXXCtorInitializer* each) { return each->getAnyMember() == field; });
  });
}

/// A pointer to bytes or numbers, or one whose name is that of an array.
bool points_to_many(const FieldDecl* field) {
  if (!field->getType()->isPointerType()) return false;
  const QualType pointee = field->getType()->getPointeeType();
  return pointee->isVoidType() || pointee->isArithmeticType() || sounds_like_array(field->getNameAsString());
}

bool is_length(const FieldDecl* field) {
  return field->getType()->isIntegerType() && !field->getType()->isBooleanType() &&
         sounds_like_length(field->getNameAsString());
}

/// The field that tells how much there is behind `buffer`: what it says itself, else the next one, if it sounds like it, else the one
/// before, if that is not the next one of another: `char* data; size_t size;`, `size_t size; char* data;`. Null: none.
const FieldDecl* length_field_of(const CXXRecordDecl* record, const FieldDecl* buffer) {
  const std::string counter = counted_by(buffer);
  if (counter.empty() && !points_to_many(buffer)) return nullptr;
  const FieldDecl *before = nullptr, *length_before = nullptr;
  for (const FieldDecl* field : record->fields()) {
    if (!counter.empty()) {
      if (field->getIdentifier() != nullptr && field->getName() == counter) return field;
    } else if (before == buffer && is_length(field)) {
      return field;
    } else if (field == buffer && before != nullptr && is_length(before)) {
      length_before = before;
    }
    const bool is_of_another = before != nullptr && points_to_many(before) && is_length(field);
    before = is_of_another ? nullptr : field;
  }
  return length_before;
}

/// `Shape<Square>` of `class Square : public Shape<Square>`: only as a Square's part its methods may do what they do, which is to take it for
/// a Square.
bool is_base_of_argument(const CXXRecordDecl* record) {
  const auto* made = dyn_cast<ClassTemplateSpecializationDecl>(record);
  return made != nullptr && std::ranges::any_of(made->getTemplateArgs().asArray(), [&](const TemplateArgument& each) {
           if (each.getKind() != TemplateArgument::Type) return false;
           const CXXRecordDecl* derived = each.getAsType()->getAsCXXRecordDecl();
           return derived != nullptr && derived->hasDefinition() && derived->isDerivedFrom(record);
         });
}

}  // namespace

bool can_be_constructed(const CXXRecordDecl* record) {
  if (record->isAbstract() || is_base_of_argument(record)) return false;
  const CXXDestructorDecl* destructor = record->getDestructor();
  return destructor == nullptr || (destructor->getAccess() == AS_public && !destructor->isDeleted());
}

QualType member_type(const CXXRecordDecl* record, const char* name) {
  ASTContext& context = record->getASTContext();
  for (const NamedDecl* each : record->lookup(&context.Idents.get(name)))
    if (const auto* type = dyn_cast<TypeDecl>(each)) return context.getTypeDeclType(type).getCanonicalType();
  return {};
}

void Builder::add_constructors(const CXXRecordDecl* record) {
  if (!can_be_constructed(record)) return;
  sema_.ForceDeclarationOfImplicitMembers(const_cast<CXXRecordDecl*>(record));
  bool any_user_provided = false;
  for (const CXXConstructorDecl* constructor : record->ctors()) {
    if (constructor->isDeleted() || constructor->getAccess() == AS_private || constructor->getAccess() == AS_protected)
      continue;
    if (constructor->isCopyOrMoveConstructor()) continue;
    if (constructor->isImplicit()) continue;
    any_user_provided = true;
    add_constructor_with_defaults(record, constructor);
  }
  if (!any_user_provided && record->hasDefaultConstructor() && !record->hasUserDeclaredConstructor())
    add_plain_variable(record);
}

/// With all arguments, and with those that have no default; of a class over std::function, up to the last function that would be empty.
void Builder::add_constructor_with_defaults(const CXXRecordDecl* record, const CXXConstructorDecl* constructor) {
  const std::size_t count = constructor->getNumParams();
  std::size_t least = constructor->getMinRequiredArguments();
  while (least < count && leaves_functions_empty(constructor, least)) ++least;
  for (const std::size_t given : std::set<std::size_t, std::greater<>>{count, least})
    if (!leaves_functions_empty(constructor, given)) add_constructor(record, constructor, given);
}

void Builder::add_constructor(const CXXRecordDecl* record, const CXXConstructorDecl* constructor, std::size_t count) {
  const QualType type = context_.getRecordType(record);
  const std::string spelled = types_.spelling(type);
  Callable callable = make(CallableKind::kConstructor, spelled + "::" + record->getNameAsString(), spelled);
  set_function(callable, GlobalDecl(constructor, Ctor_Base));
  callable.result = types_.variable(type);
  if (keepers_.contains(spelled) && spelled.contains("std::")) callable.includes.emplace_back("<functional>");
  callable.leaves_unset = leaves_members_unset(record, constructor);
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

/// `delete counter;`, for an object to end before another one is used. Only where the report shows it: else it is rarely
/// more than a misuse. Objects that the test does not delete are left alone.
void Builder::add_deletion(const CXXRecordDecl* record) {
  const CXXDestructorDecl* destructor = record->getDestructor();
  if (!can_be_constructed(record) || destructor == nullptr || !is_destroyed_in_report(record)) return;
  const QualType type = context_.getRecordType(record);
  const std::string spelled = types_.spelling(type);
  Callable callable = make(CallableKind::kOperator, spelled + "::~" + record->getNameAsString(), spelled);
  set_function(callable, GlobalDecl(destructor, Dtor_Base));
  callable.mutates_object = true;
  Parameter object;
  object.name = lower(record->getNameAsString());
  object.type = types_.pointer(context_.getPointerType(type));
  object.sources = {{object.type, PassMode::kLoad}};
  object.releases = object.deletes = true;
  callable.parameters.push_back(std::move(object));
  callable.expression = "delete {0}";
  add(std::move(callable), fmt::format("delete ({}*)in[0];", spelled));
}

/// "Table::~Table()" among what a report's "freed by" names, or "operator delete" alone, which may be of any class.
bool Builder::is_destroyed_in_report(const CXXRecordDecl* record) const {
  const std::string destructor = "::~" + record->getNameAsString();
  return std::ranges::any_of(names_in_report_, [&](const std::string& each) {
    if (each == "operator delete") return true;
    const auto at = each.find(destructor);
    if (at == std::string::npos) return false;
    const std::size_t end = at + destructor.size();
    return end == each.size() || each[end] == '(' || each[end] == '<';
  });
}

void Builder::add_plain_variable(const CXXRecordDecl* record) {
  const std::string spelled = types_.spelling(context_.getRecordType(record));
  Callable callable = make(CallableKind::kVariable, spelled, spelled);
  callable.result = types_.variable(context_.getRecordType(record));
  if (!callable.result) return;
  if (keepers_.contains(spelled) && spelled.contains("std::")) callable.includes.emplace_back("<functional>");
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

/// The type of the field, if it is a struct or union whose fields a test reaches through the one around it: `value.u.number = 7`. Those that
/// have no name it reaches in no other way; those in a union, or unions themselves, would take several steps. Null: it is none.
const CXXRecordDecl* Builder::fields_through(const FieldDecl* field, const FieldsIn& place) const {
  constexpr std::ptrdiff_t kDeepest = 3;  // "u.grid.first."
  const QualType type = field->getType();
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  record = record == nullptr ? nullptr : record->getDefinition();
  if (record == nullptr || type.isConstQualified() || !is_project(record) ||
      !context_.getRecordType(record).isTrivialType(context_) || std::ranges::count(place.path, '.') >= kDeepest)
    return nullptr;
  const bool is_in_union = place.is_in_union || field->getParent()->isUnion();
  return record->isUnion() || is_in_union || !can_be_named(type) ? record : nullptr;
}

std::optional<CallableId> Builder::add_field_write(const FieldDecl* field, const FieldsIn& place) {
  const QualType type = field->getType();
  if (type.isConstQualified() || type->isReferenceType()) return std::nullopt;
  const std::string name = place.path + field->getNameAsString();
  Parameter value;
  value.name = field->getNameAsString();
  if (!parameters_.fill(value, type.getUnqualifiedType())) return std::nullopt;
  Callable write = make(CallableKind::kFieldWrite, place.owner + "::" + name, place.owner);
  write.mutates_object = true;
  write.forges = place.forges || is_private_by_word(field);
  write.length_at_end = place.path.empty() && field == count_at_end(cast<CXXRecordDecl>(field->getParent()));
  write.parameters = {place.self, value};
  write.expression = "{0.}" + name + " = {1}";
  return add(std::move(write),
             fmt::format("(*({}*)in[0]).{} = {};", place.owner, name, argument(1, type.getUnqualifiedType())));
}

void Builder::add_field_read(const FieldDecl* field, const FieldsIn& place) {
  const QualType type = field->getType();
  if (!type->isRecordType() && !type->isPointerType()) return;
  const std::string name = field->getNameAsString();
  Callable read = make(CallableKind::kFieldRead, place.owner + "::" + name, place.owner);
  read.parameters = {place.self};
  read.expression = "{0.}" + name;
  const QualType seen = type->isRecordType() ? context_.getLValueReferenceType(type) : type;
  if (types_.variable(seen)) finish_call(std::move(read), seen, fmt::format("(*({}*)in[0]).{}", place.owner, name));
}

void Builder::add_fields(const CXXRecordDecl* record) {
  FieldsIn place;
  place.owner = types_.spelling(context_.getRecordType(record));
  place.self.name = lower(record->getNameAsString());
  if (place.self.name.empty()) place.self.name = "object";
  add_fields(record, context_.getLValueReferenceType(context_.getRecordType(record)), place);
}

/// `object`: the type of place.self.
void Builder::add_fields(const CXXRecordDecl* record, QualType object, FieldsIn& place) {
  std::map<const FieldDecl*, CallableId> writes;
  for (const FieldDecl* field : record->fields()) {
    if (field->getAccess() == AS_private || field->getAccess() == AS_protected || field->isBitField()) continue;
    const CXXRecordDecl* nested = fields_through(field, place);
    if (nested == nullptr && field->getIdentifier() == nullptr) continue;
    if (place.self.sources.empty() && !parameters_.fill(place.self, object)) return;
    if (nested != nullptr) add_fields_through(field, nested, object, place);
    if (field->getIdentifier() == nullptr) continue;
    if (field->getType()->isArrayType())
      add_array_field(field, place);
    else if (const auto added = add_field_write(field, place))
      writes.emplace(field, *added);
    // Which of a union's members is there, and a pointer, only the one who wrote it knows.
    if (place.path.empty() && !place.is_in_union && !record->isUnion()) add_field_read(field, place);
  }
  for (const auto& [buffer, write] : writes) {
    const FieldDecl* length = buffer->getType()->isPointerType() ? length_field_of(record, buffer) : nullptr;
    if (const auto its = writes.find(length); its != writes.end())
      api_.callables[its->second.index()].length_of_field = write;
  }
}

/// Fields of `nested`, the type of `field`; those of an anonymous member as if they were the record's own.
void Builder::add_fields_through(const FieldDecl* field, const CXXRecordDecl* nested, QualType object,
                                 const FieldsIn& place) {
  FieldsIn inner = place;
  if (field->getIdentifier() != nullptr) inner.path += field->getNameAsString() + ".";
  inner.is_in_union = place.is_in_union || field->getParent()->isUnion();
  inner.forges = place.forges || is_private_by_word(field);
  add_fields(nested, object, inner);
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
