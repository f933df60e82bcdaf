#include "subject/api_types.h"

#include <clang/AST/CXXInheritance.h>
#include <clang/AST/DeclTemplate.h>
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace reenact::api {

using namespace clang;

namespace {
constexpr std::size_t kMaxSources = 24;
}  // namespace

TypeTable::TypeTable(Sema& sema, ApiModel& api)
    : sema_(sema), context_(sema.getASTContext()), api_(api), policy_(context_.getLangOpts()) {
  policy_.SuppressTagKeyword = true;
  policy_.Bool = true;
  policy_.PrintCanonicalTypes = true;  // also in the arguments of explicit specialisations: "convert<YAML::Node>"
  policy_.SuppressUnwrittenScope = true;
  policy_.SuppressInlineNamespace = true;
}

/// "struct daemon" beside "int daemon(int, int)": the plain name is the function.
bool TypeTable::is_hidden(const TagDecl* tag) {
  if (tag->getIdentifier() == nullptr || !tag->getDeclContext()->getRedeclContext()->isTranslationUnit()) return false;
  const auto others = tag->getDeclContext()->getRedeclContext()->lookup(tag->getDeclName());
  return std::ranges::any_of(others, [](const NamedDecl* other) {
    return !isa<TagDecl>(other) && !isa<TypedefNameDecl>(other) && !isa<TemplateDecl>(other);
  });
}

std::string TypeTable::spelling(QualType type) const {
  if (const auto* record = type->getAsCXXRecordDecl();
      record != nullptr && !type->isPointerType() && !type->isReferenceType())
    if (const auto it = names_.find(record->getCanonicalDecl()); it != names_.end())
      return (type.isConstQualified() ? "const " : "") + it->second;
  // The project's alias also behind pointers: "nlohmann::json*".
  if (type->isPointerType() && type->getPointeeType()->isRecordType())
    return spelling(type->getPointeeType()) + "*" + (type.isConstQualified() ? " const" : "");
  // Canonical: a type as written may need the scope it was written in ("void (*)(const Slice&)" inside namespace leveldb).
  if (const TagDecl* tag = type->getAsTagDecl(); tag != nullptr && is_hidden(tag))
    return fmt::format("{}{} {}", type.isConstQualified() ? "const " : "", tag->getKindName().str(),
                       tag->getNameAsString());
  // libstdc++'s std::string and the like are spelled by their alias.
  std::string text = type.getCanonicalType().getAsString(policy_);
  replace_all(text, "std::basic_string<char>", "std::string");
  replace_all(text, "std::basic_string<char, std::char_traits<char>, std::allocator<char>>", "std::string");
  replace_all(text, "std::basic_string_view<char, std::char_traits<char>>", "std::string_view");
  replace_all(text, "std::basic_string_view<char>", "std::string_view");
  for (const char* stream : {"istream", "ostream", "iostream", "istringstream", "ostringstream", "stringstream"})
    replace_all(text, fmt::format("std::basic_{}<char>", stream), fmt::format("std::{}", stream));
  return text;
}

bool TypeTable::can_be_named(QualType given) const {
  QualType type = given.getCanonicalType();
  while (type->isPointerType() || type->isReferenceType() || type->isArrayType())
    type = type->isArrayType() ? QualType(type->getArrayElementTypeNoTypeQual(), 0) : type->getPointeeType();
  if (const auto* prototype = type->getAs<FunctionProtoType>()) {
    for (const QualType each : prototype->param_types())
      if (!can_be_named(each)) return false;
    return can_be_named(prototype->getReturnType());
  }
  const TagDecl* declaration = type->getAsTagDecl();
  if (declaration == nullptr) return true;
  if (declaration->getName().starts_with("__va_list")) return false;
  if (declaration->getIdentifier() == nullptr && declaration->getTypedefNameForAnonDecl() == nullptr) return false;
  if (const auto* specialisation = dyn_cast<ClassTemplateSpecializationDecl>(declaration))
    for (const TemplateArgument& each : specialisation->getTemplateArgs().asArray())
      if (each.getKind() == TemplateArgument::Type && !can_be_named(each.getAsType())) return false;
  for (const Decl* each = declaration; each != nullptr && !isa<TranslationUnitDecl>(each);
       each = cast<Decl>(each->getDeclContext())) {
    if (each->getAccess() == AS_private || each->getAccess() == AS_protected || isa<FunctionDecl>(each)) return false;
    if (const auto* space = dyn_cast<NamespaceDecl>(each); space != nullptr && space->isAnonymousNamespace())
      return false;
    if (const auto* scope = dyn_cast<TagDecl>(each);
        scope != nullptr && scope->getIdentifier() == nullptr && scope->getTypedefNameForAnonDecl() == nullptr)
      return false;
  }
  return true;
}

bool TypeTable::complete(QualType type) {
  Sema::SFINAETrap trap(sema_, true);
  return !type->isIncompleteType() || sema_.isCompleteType(SourceLocation(), type);
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

std::optional<TypeId> TypeTable::scalar(QualType given) {
  const QualType type = given.getCanonicalType().getUnqualifiedType();
  if (type->isEnumeralType()) return enumeration(type);
  const auto* builtin = type->getAs<BuiltinType>();
  if (builtin == nullptr) return std::nullopt;
  Type made;
  made.spelling = type.getAsString(policy_);
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

TypeId TypeTable::pointer(QualType type) {
  const QualType pointee = type->getPointeeType();
  Type made;
  made.kind = pointee->isFunctionType() ? TypeKind::kCallback : TypeKind::kPointer;
  made.spelling = spelling(type.getUnqualifiedType());
  if (made.kind == TypeKind::kCallback) {
    const std::string key = "callback:" + type.getCanonicalType().getUnqualifiedType().getAsString();
    if (!ids_.contains(key)) function_pointers_.push_back(type.getCanonicalType().getUnqualifiedType());
    return add(key, std::move(made), "void*", false);
  }
  if (const auto* declaration = pointee->getAsCXXRecordDecl(); declaration != nullptr) (void)record(pointee);
  const TypeId id =
      add("pointer:" + type.getCanonicalType().getUnqualifiedType().getAsString(), std::move(made), "void*", false);
  pointer_types_.emplace(id, type.getCanonicalType().getUnqualifiedType());
  return id;
}

std::optional<TypeId> TypeTable::variable(QualType given) {
  QualType type = given.getCanonicalType();
  if (!can_be_named(type)) return std::nullopt;
  if (type->isReferenceType()) {
    const QualType referred = type->getPointeeType();
    if (referred->isFunctionType() || referred->isArrayType() || referred->isPointerType()) return std::nullopt;
    return pointer(context_.getPointerType(referred));
  }
  type = type.getUnqualifiedType();
  if (type->isVoidType() || type->isNullPtrType() || type->isArrayType() || type->isMemberPointerType())
    return std::nullopt;
  if (type->isPointerType()) return pointer(type);
  if (type->isRecordType())
    return type->getAsCXXRecordDecl() != nullptr && complete(type) ? std::optional(record(type)) : std::nullopt;
  return scalar(type);
}

bool TypeTable::is_text_pointer(QualType given) const {
  const QualType type = given.getCanonicalType();
  if (!type->isPointerType()) return false;
  const QualType pointee = type->getPointeeType().getUnqualifiedType();
  return pointee->isCharType() || pointee->isStdByteType() || pointee->isChar8Type();
}

/// In front of the other sources of a parameter that sounds like a file's name: "file", "filename", "path".
void TypeTable::fill_file_name(Parameter& parameter, bool is_string) {
  const std::string name = lower(parameter.name);
  if (!name.contains("file") && !name.contains("path") && !name.contains("fname")) return;
  Type made;
  made.kind = is_string ? TypeKind::kObject : TypeKind::kPointer;
  made.spelling = is_string ? "std::string" : "const char*";
  auto& id = is_string ? file_string_ : file_name_;
  if (!id) id = add(is_string ? "file string" : "file name", made, is_string ? "std::string" : "void*", is_string);
  parameter.sources.insert(parameter.sources.begin(), {*id, is_string ? PassMode::kAddress : PassMode::kLoad});
}

void TypeTable::fill_text(Parameter& parameter, QualType type) {
  parameter.sources.push_back({text(), PassMode::kCString});
  const QualType pointee = type->getPointeeType();
  if (pointee.isConstQualified()) {
    parameter.sources.push_back({pointer(type), PassMode::kLoad});
    parameter.sources.push_back({pointer(context_.getPointerType(pointee.getUnqualifiedType())), PassMode::kLoad});
    fill_file_name(parameter, false);
  } else {
    parameter.sources.push_back({pointer(type), PassMode::kLoad});
  }
}

bool TypeTable::fill_pointer(Parameter& parameter, QualType type) {
  const QualType pointee = type->getPointeeType();
  const QualType bare = pointee.getUnqualifiedType();
  parameter.nullable = true;
  parameter.type = pointer(type);
  if (pointee->isFunctionType()) {
    parameter.sources.push_back({parameter.type, PassMode::kLoad});
    return true;
  }
  if (is_text_pointer(type)) {
    fill_text(parameter, type);
    return true;
  }
  if (pointee->isVoidType()) {
    parameter.sources = {{text(), PassMode::kBuffer},
                         {numbers_of(context_.FloatTy), PassMode::kBuffer},
                         {numbers_of(context_.IntTy), PassMode::kBuffer},
                         {parameter.type, PassMode::kLoad}};
    return true;
  }
  if (const auto element = scalar(bare)) {
    parameter.sources.push_back({*element, PassMode::kAddress});
    if (!bare->isEnumeralType() && !bare->isBooleanType())
      parameter.sources.push_back({numbers_of(bare), PassMode::kBuffer});
    parameter.sources.push_back({parameter.type, PassMode::kLoad});
    return true;
  }
  if (pointee->isRecordType()) {
    parameter.sources.push_back({parameter.type, PassMode::kLoad});
    if (pointee.isConstQualified())
      parameter.sources.push_back({pointer(context_.getPointerType(bare)), PassMode::kLoad});
    if (complete(bare)) parameter.sources.push_back({record(bare), PassMode::kAddress});
    return true;
  }
  if (pointee->isPointerType()) {
    if (pointee->getPointeeType()->isFunctionType()) return true;  // null only
    const TypeId held = pointer(bare);
    parameter.sources.push_back({held, PassMode::kAddress});
    parameter.sources.push_back({parameter.type, PassMode::kLoad});
    // "T* const*" takes what "T**" takes.
    if (pointee.isConstQualified())
      parameter.sources.push_back({pointer(context_.getPointerType(bare)), PassMode::kLoad});
    if (handle_keys_.insert(bare.getAsString()).second) handles_.push_back(bare);
    return true;
  }
  return true;  // null only
}

bool TypeTable::fill(Parameter& parameter, QualType given) {
  QualType type = given.getCanonicalType();
  const bool is_reference = type->isReferenceType();
  parameter.by_value = !is_reference || type->isRValueReferenceType();
  if (is_reference) type = type->getPointeeType();
  if (type->isDependentType() || type->isArrayType() || type->isFunctionType() || type->isMemberPointerType() ||
      !can_be_named(type))
    return false;
  const QualType bare = type.getUnqualifiedType();
  if (bare->isPointerType()) {
    if (!is_reference || type.isConstQualified()) {
      if (!is_reference) return fill_pointer(parameter, bare);
      return false;
    }
    if (bare->getPointeeType()->isFunctionType()) return false;
    // T*& is an out-parameter: the variable itself.
    parameter.type = pointer(bare);
    parameter.sources.push_back({parameter.type, PassMode::kAddress});
    if (handle_keys_.insert(bare.getAsString()).second) handles_.push_back(bare);
    return true;
  }
  if (const auto id = scalar(bare)) {
    parameter.type = *id;
    parameter.sources.push_back({*id, PassMode::kAddress});
    return true;
  }
  if (bare->isNullPtrType() || !bare->isRecordType() || bare->getAsCXXRecordDecl() == nullptr || !complete(bare))
    return false;
  parameter.type = record(bare);
  const bool reads_only = type.isConstQualified() || !is_reference;
  parameter.sources.push_back({parameter.type, PassMode::kAddress});
  parameter.sources.push_back({pointer(context_.getPointerType(bare)), PassMode::kLoad});
  if (reads_only) parameter.sources.push_back({pointer(context_.getPointerType(bare.withConst())), PassMode::kLoad});
  if (reads_only && api_[parameter.type].spelling == "std::string") fill_file_name(parameter, true);
  return true;
}

void TypeTable::pair_up(Parameter& buffer, Parameter& length, std::uint32_t buffer_index) {
  std::vector<Source> buffers;
  for (const Source& source : buffer.sources)
    if (api_[source.type].kind == TypeKind::kText || api_[source.type].kind == TypeKind::kNumbers)
      buffers.push_back({source.type, PassMode::kBuffer});
  if (buffers.empty()) return;
  for (const Source& source : buffer.sources)
    if (source.mode != PassMode::kBuffer) buffers.push_back(source);
  buffer.sources = buffers;
  std::vector<Source> lengths;
  for (const Source& source : buffers)
    if (source.mode == PassMode::kBuffer) lengths.push_back({source.type, PassMode::kLength});
  lengths.insert(lengths.end(), length.sources.begin(), length.sources.end());
  length.sources = lengths;
  length.length_of = buffer_index;
}

std::uint32_t TypeTable::cast(const CXXRecordDecl* derived, const CXXRecordDecl* base) {
  const auto [it, is_new] = cast_ids_.try_emplace({derived, base}, static_cast<std::uint32_t>(casts_.size()));
  if (is_new) {
    const std::string from = storage_[record_ids_.at(derived).index()], to = storage_[record_ids_.at(base).index()];
    casts_.push_back({"return const_cast<void*>(static_cast<const void*>(static_cast<const " + to +
                      "*>(static_cast<const " + from + "*>(p))));"});
  }
  return it->second;
}

void TypeTable::add_derived_sources() {
  // base -> derived classes that have variables
  std::map<TypeId, std::vector<const CXXRecordDecl*>> derived_of;
  for (const CXXRecordDecl* each : std::vector(records_)) {
    const CXXRecordDecl* definition = each->getDefinition();
    if (definition == nullptr) continue;
    for (const CXXRecordDecl* base : std::vector(records_)) {
      if (base == each || base->getDefinition() == nullptr) continue;
      CXXBasePaths paths(true, true, false);
      if (!definition->isDerivedFrom(base->getDefinition(), paths) ||
          paths.isAmbiguous(context_.getCanonicalType(context_.getRecordType(base->getDefinition()))))
        continue;
      if (paths.front().Access != AS_public) continue;
      derived_of[record_ids_.at(base)].push_back(each);
    }
  }
  std::map<TypeId, const CXXRecordDecl*> record_of;
  for (const auto& [declaration, id] : record_ids_) record_of[id] = declaration;
  const auto pointer_key = [&](const CXXRecordDecl* declaration, bool is_const) {
    QualType type = context_.getRecordType(declaration);
    if (is_const) type = type.withConst();
    return "pointer:" + context_.getPointerType(type).getCanonicalType().getAsString();
  };
  std::map<TypeId, std::pair<const CXXRecordDecl*, bool>> pointee_of;
  for (const auto& [declaration, id] : record_ids_)
    for (const bool is_const : {false, true})
      if (const auto it = ids_.find(pointer_key(declaration, is_const)); it != ids_.end())
        pointee_of[it->second] = {declaration, is_const};

  for (Callable& callable : api_.callables) {
    for (Parameter& parameter : callable.parameters) {
      std::vector<Source> added;
      for (const Source& source : parameter.sources) {
        const CXXRecordDecl* base = nullptr;
        bool is_const = false;
        if (source.mode == PassMode::kAddress && record_of.contains(source.type)) base = record_of.at(source.type);
        if (source.mode == PassMode::kLoad && pointee_of.contains(source.type))
          std::tie(base, is_const) = pointee_of.at(source.type);
        if (base == nullptr) continue;
        const auto derived = derived_of.find(record_ids_.at(base));
        if (derived == derived_of.end()) continue;
        for (const CXXRecordDecl* each : derived->second) {
          if (source.mode == PassMode::kAddress) {
            added.push_back({record_ids_.at(each), source.mode, cast(each, base)});
          } else if (const auto it = ids_.find(pointer_key(each, is_const)); it != ids_.end()) {
            added.push_back({it->second, source.mode, cast(each, base)});
          }
        }
      }
      for (const Source& source : added)
        if (parameter.sources.size() < kMaxSources) parameter.sources.push_back(source);
    }
  }
}

}  // namespace reenact::api
