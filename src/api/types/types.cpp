#include "api/types/types.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "api/contracts/lifetimes.h"
#include "api/types/function_objects.h"

namespace reenact::api {

using namespace clang;

namespace {

std::string pointer_key(QualType type) {
  return "pointer:" + type.getCanonicalType().getUnqualifiedType().getAsString();
}

/// `typedef void* ListValue`: does the name say that a container keeps it for its callers, rather than that the library made it?
bool sounds_like_what_callers_keep(const std::string& alias) {
  static constexpr std::array<std::string_view, 8> kWords{"value",   "key",  "data", "item",
                                                          "element", "elem", "any",  "payload"};
  std::vector<std::string> words = words_of(alias);
  if (!words.empty() && words.back() == "t") words.pop_back();
  return !words.empty() && std::ranges::find(kWords, words.back()) != kWords.end();
}

}  // namespace

std::optional<std::string> handle_name(QualType type) {
  const auto name_of = [](QualType named) -> std::optional<std::string> {
    const auto* alias = named->getAs<TypedefType>();
    if (alias == nullptr || sounds_like_what_callers_keep(alias->getDecl()->getNameAsString())) return std::nullopt;
    return alias->getDecl()->getQualifiedNameAsString();
  };
  if (!type->isVoidPointerType()) return std::nullopt;
  if (const auto name = name_of(type)) return name;
  if (const auto name = name_of(type->getPointeeType())) return *name + "*";
  return std::nullopt;
}

TypeTable::TypeTable(Sema& sema, ApiModel& api)
    : sema_(sema), context_(sema.getASTContext()), api_(api), names_(context_) {}

bool TypeTable::complete(QualType type) {
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record != nullptr && (record->isInvalidDecl() || broken_.contains(record->getCanonicalDecl()))) return false;
  if (!type->isIncompleteType()) return true;
  const Listening listening(sema_);
  const Sema::SFINAETrap trap(sema_, true);
  const DiagnosticErrorTrap errors(sema_.getDiagnostics());
  const bool is_complete = sema_.isCompleteType(SourceLocation(), type);
  if (!trap.hasErrorOccurred() && !errors.hasErrorOccurred()) return is_complete;
  // clang may die of what is asked about the members of such a class.
  if (record != nullptr) broken_.insert(record->getCanonicalDecl());
  return false;
}

TypeId TypeTable::add(const std::string& key, Type type, std::string storage, bool destructible) {
  const auto [it, is_new] = ids_.try_emplace(key, TypeId(api_.types.size()));
  if (!is_new) return it->second;
  type.id = it->second;
  api_.types.push_back(std::move(type));
  storage_.push_back(std::move(storage));
  destructible_.push_back(destructible);
  return it->second;
}

TypeId TypeTable::text() {
  Type type;
  type.kind = TypeKind::kText;
  type.spelling = "const char*";
  return add("text", type, "", false);
}

TypeId TypeTable::numbers_of(QualType element) {
  const TypeId of = *scalar(element.getCanonicalType().getUnqualifiedType());
  Type type;
  type.kind = TypeKind::kNumbers;
  type.element = of;
  type.spelling = api_[of].spelling;
  return add("numbers:" + type.spelling, type, "", false);
}

bool TypeTable::has_numbers(QualType element) {
  return element->isArithmeticType() && !element->isBooleanType() && scalar(element).has_value();
}

std::optional<TypeId> TypeTable::scalar(QualType given) {
  const QualType type = given.getCanonicalType().getUnqualifiedType();
  if (type->isEnumeralType()) return enumeration(type);
  const auto* builtin = type->getAs<BuiltinType>();
  if (builtin == nullptr) return std::nullopt;
  Type made;
  made.spelling = spelling(type);
  made.bits = static_cast<std::uint32_t>(context_.getTypeSize(type));
  if (builtin->getKind() == BuiltinType::Bool) {
    made.kind = TypeKind::kBool;
  } else if (builtin->isInteger() && made.bits <= 64) {
    made.kind = TypeKind::kInteger;
    made.is_signed = builtin->isSignedInteger();
  } else if (builtin->getKind() == BuiltinType::Float || builtin->getKind() == BuiltinType::Double) {
    made.kind = TypeKind::kFloat;
  } else {
    return std::nullopt;
  }
  const std::string spelled = made.spelling;
  return add(spelled, std::move(made), spelled, false);
}

TypeId TypeTable::enumeration(QualType type) {
  const EnumDecl* declaration = type->castAs<EnumType>()->getDecl();
  Type made;
  made.kind = TypeKind::kEnum;
  made.spelling = spelling(type);
  made.bits = static_cast<std::uint32_t>(context_.getTypeSize(type));
  made.is_signed = declaration->getIntegerType().isNull() || declaration->getIntegerType()->isSignedIntegerType();
  std::string scope = made.spelling;
  if (!declaration->isScoped()) {
    const auto last = scope.rfind("::");
    scope = last == std::string::npos ? "" : scope.substr(0, last);
  }
  for (const EnumConstantDecl* each : declaration->enumerators())
    made.enumerators.push_back({scope.empty() ? each->getNameAsString() : scope + "::" + each->getNameAsString(),
                                each->getInitVal().getExtValue()});
  const std::string spelled = made.spelling;
  return add(spelled, std::move(made), spelled, false);
}

TypeId TypeTable::record(QualType type) {
  const CXXRecordDecl* declaration = type->getAsCXXRecordDecl()->getCanonicalDecl();
  if (const auto it = record_ids_.find(declaration); it != record_ids_.end()) return it->second;
  Type made;
  made.kind = TypeKind::kObject;
  made.spelling = spelling(type.getUnqualifiedType());
  const CXXRecordDecl* definition = declaration->getDefinition();
  bool destructible = definition != nullptr && !definition->hasTrivialDestructor();
  if (definition != nullptr)
    if (const CXXDestructorDecl* destructor = definition->getDestructor())
      destructible = destructible && destructor->getAccess() == AS_public && !destructor->isDeleted();
  const std::string spelled = made.spelling;
  const TypeId id = add("record:" + type.getCanonicalType().getUnqualifiedType().getAsString(), std::move(made),
                        spelled, destructible);
  record_ids_[declaration] = id;
  records_.push_back(declaration);
  return id;
}

bool TypeTable::is_array_made(QualType type) {
  constexpr std::uint64_t kMostBytes = 1 << 16;
  const auto* array = context_.getAsConstantArrayType(type);
  if (array == nullptr || !can_be_named(type)) return false;
  const QualType element = context_.getBaseElementType(type);
  const std::uint64_t count = context_.getConstantArrayElementCount(array);
  if (count == 0 || !complete(element)) return false;
  if (element->isPointerType()) return !element->getPointeeType()->isFunctionType() && !handle_name(element);
  if (!element->isRecordType()) return scalar(element).has_value() && context_.getTypeSize(type) / 8 <= kMostBytes;
  const CXXRecordDecl* record = element->getAsCXXRecordDecl();
  return record != nullptr && count <= kMostArrayObjects && element.isTriviallyCopyableType(context_) &&
         record->hasTrivialDestructor();
}

TypeId TypeTable::array(QualType type) {
  Qualifiers ignored;
  const QualType bare = context_.getUnqualifiedArrayType(type.getCanonicalType(), ignored);
  Type made;
  made.kind = TypeKind::kObject;
  made.spelling = spelling(bare);
  const std::string key = "array:" + made.spelling, spelled = made.spelling;
  if (!ids_.contains(key)) arrays_.push_back(bare);
  return add(key, std::move(made), spelled, false);
}

TypeId TypeTable::pointer(QualType type) {
  const QualType pointee = type->getPointeeType();
  Type made;
  if (const auto name = handle_name(type)) {
    made.kind = TypeKind::kPointer;
    made.spelling = *name;
    const TypeId id = add("handle:" + *name, std::move(made), "void*", false);
    named_handles_.insert(id);
    return id;
  }
  made.kind = pointee->isFunctionType() ? TypeKind::kCallback : TypeKind::kPointer;
  made.spelling = spelling(type.getUnqualifiedType());
  if (made.kind == TypeKind::kCallback) {
    const std::string key = "callback:" + type.getCanonicalType().getUnqualifiedType().getAsString();
    if (!ids_.contains(key)) function_pointers_.push_back(type.getCanonicalType().getUnqualifiedType());
    return add(key, std::move(made), "void*", false);
  }
  if (const auto* declaration = pointee->getAsCXXRecordDecl(); declaration != nullptr) (void)record(pointee);
  const TypeId id = add(pointer_key(type), std::move(made), "void*", false);
  pointer_types_.emplace(id, type.getCanonicalType().getUnqualifiedType());
  return id;
}

TypeId TypeTable::add_file_name(bool is_string) {
  auto& id = is_string ? file_string_ : file_name_;
  if (id) return *id;
  Type made;
  made.kind = is_string ? TypeKind::kObject : TypeKind::kPointer;
  made.spelling = is_string ? "std::string" : "const char*";
  id = add(is_string ? "file string" : "file name", made, is_string ? "std::string" : "void*", is_string);
  return *id;
}

TypeId TypeTable::add_descriptor() {
  if (descriptor_) return *descriptor_;
  Type made;
  made.kind = TypeKind::kObject;
  made.spelling = "int";
  descriptor_ = add("descriptor", std::move(made), "int", false);
  return *descriptor_;
}

TypeId TypeTable::add_release(QualType type) {
  if (release_) return *release_;
  Type made;
  made.kind = TypeKind::kCallback;
  made.spelling = spelling(type.getCanonicalType().getUnqualifiedType());
  release_ = add("release", std::move(made), "void*", false);
  return *release_;
}

TypeId TypeTable::add_allocator(QualType type, const std::string& expression) {
  const std::string spelled = spelling(type.getCanonicalType().getUnqualifiedType());
  for (const Allocator& each : allocators_)
    if (each.spelling == spelled && each.expression == expression) return each.type;
  Type made;
  made.kind = TypeKind::kCallback;
  made.spelling = spelled;
  const TypeId id = add(fmt::format("allocator:{}:{}", spelled, expression), std::move(made), "void*", false);
  allocators_.push_back({id, spelled, expression});
  return id;
}

std::optional<TypeId> TypeTable::find_record(const CXXRecordDecl* record) const {
  const auto found = record_ids_.find(record->getCanonicalDecl());
  return found == record_ids_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<TypeId> TypeTable::find_pointer(QualType type) const {
  const auto found = ids_.find(pointer_key(type));
  return found == ids_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<TypeId> TypeTable::variable(QualType given) {
  QualType type = given.getCanonicalType();
  if (!can_be_named(type)) return std::nullopt;
  if (type->isReferenceType()) {
    const QualType referred = type->getPointeeType();
    if (referred->isFunctionType() || referred->isArrayType() || referred->isPointerType()) return std::nullopt;
    return pointer(context_.getPointerType(referred));
  }
  if (handle_name(given)) return pointer(given);
  type = type.getUnqualifiedType();
  if (type->isVoidType() || type->isNullPtrType() || type->isArrayType() || type->isMemberPointerType())
    return std::nullopt;
  if (type->isPointerType()) return pointer(type);
  if (type->isRecordType())
    return type->getAsCXXRecordDecl() != nullptr && complete(type) ? std::optional(record(type)) : std::nullopt;
  return scalar(type);
}

}  // namespace reenact::api
