#include "api/builder/builder.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/Mangle.h>
#include <clang/Basic/SourceManager.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "api/builder/nearest_declarations.h"
#include "api/contracts/declared_contracts.h"
#include "api/contracts/kept_numbers.h"
#include "api/contracts/length_pairs.h"
#include "api/contracts/lifetimes.h"
#include "api/sources/users_templates.h"
#include "api/types/called_with_anything.h"
#include "api/types/derived.h"
#include "api/types/template_aliases.h"
#include "base/text.h"
#include "build/flags.h"

namespace reenact::api {

using namespace clang;

namespace {

/// More than a getter or setter: what it calls may be inline, too.
bool calls_or_loops(const Stmt* statement) {
  if (statement == nullptr) return false;
  if (isa<CallExpr, CXXNewExpr, ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(statement)) return true;
  const auto* made = dyn_cast<CXXConstructExpr>(statement);
  if (made != nullptr && !made->getConstructor()->isTrivial()) return true;
  return std::ranges::any_of(statement->children(), calls_or_loops);
}

}  // namespace

bool sounds_like_length(const std::string& name) {
  const std::string text = lower(name);
  for (const char* word : {"len", "size", "count", "num", "bytes", "length", "nb"})
    if (text.contains(word)) return true;
  return text == "n" || text == "sz" || text == "cnt" || text == "l";
}

std::string new_variable(std::string type) {
  if (type.ends_with(" *")) type.erase(type.size() - 2, 1);
  return type + " {r}";
}

bool is_copyable(QualType given, bool by_derived) {
  const QualType type = given.getCanonicalType();
  if (!type->isRecordType()) return true;
  const CXXRecordDecl* record = type->getAsCXXRecordDecl()->getDefinition();
  if (record == nullptr || record->needsImplicitCopyConstructor())
    return record == nullptr || !record->defaultedCopyConstructorIsDeleted();
  return std::ranges::any_of(record->ctors(), [&](const CXXConstructorDecl* each) {
    return each->isCopyConstructor() && !each->isDeleted() &&
           (each->getAccess() == AS_public || (by_derived && each->getAccess() == AS_protected));
  });
}

Builder::Builder(Sema& sema, ApiReading& reading, std::vector<std::string> names, std::vector<std::string> functions,
                 Instantiations& instantiations, const OpenedFiles& opened_files)
    : sema_(sema),
      context_(sema.getASTContext()),
      reading_(reading),
      api_(reading.api),
      types_(sema, reading.api),
      function_objects_(sema, instantiations),
      names_in_report_(std::move(names)),
      functions_in_report_(std::move(functions)),
      opened_files_(opened_files),
      mangler_(context_.createMangleContext()) {}

void Builder::build() {
  (void)types_.text();
  const auto add_plain = [](const std::vector<std::string>& names, std::set<std::string>& to) {
    for (const std::string& name : names) to.emplace(unqualified(name.substr(0, name.find_first_of("<("))));
  };
  add_plain(names_in_report_, mentioned_);
  add_plain(functions_in_report_, shown_);
  name_classes(context_.getTranslationUnitDecl(), 0);
  add_reported();
  add_nearest();
  visit(context_.getTranslationUnitDecl(), 0);
  if (api_.callables.empty()) {  // only headers that were installed have been given
    are_others_searched_ = true;
    visit(context_.getTranslationUnitDecl(), 0);
  }
  add_keepers();
  describe_records();
  add_instances_of_users();
  describe_records();
  add_makers_of_others();
  describe_records();
  for (std::size_t i = 0; i < types_.function_pointers().size(); ++i) add_callback(types_.function_pointers()[i]);
  add_actions();
  name_files();
  add_files();
  add_shared_conversions();
  add_aggregates();
  add_handles();
  add_arrays();
  add_sized_arrays();
  add_rooms();
  fill_handles_nobody_makes();
  add_own_callbacks();
  add_release();
  add_allocators();
  make_lambdas_plain();
  add_ranges();
  for (const CXXRecordDecl* record : types_.records())
    if (const auto type = types_.find_record(record)) api_.types[type->index()].is_of_others = !is_project(record);
  mark_lifetimes(api_, takes_null_);
  add_initialised();
  add_loops();
  reading_.casts = add_derived_sources(types_, api_);
  reading_.storage = types_.storage();
  reading_.destructible.assign(types_.destructible().begin(), types_.destructible().end());
  api_.producers.assign(api_.types.size(), {});
  for (const Callable& callable : api_.callables)
    if (callable.result && callable.usable && !callable.is_room)
      api_.producers[callable.result->index()].push_back(callable.id);
}

/// Types used so far bring further records: until nothing new turns up.
void Builder::describe_records() {
  for (; described_ < types_.records().size(); ++described_) {
    const CXXRecordDecl* record = types_.records()[described_];
    // Else strings and vectors of a large API had nobody to make them.
    limit_ = is_project(record) ? kMaxOfProject : kMaxCallables;
    if (api_.callables.size() < limit_) visit_record(record);
  }
  limit_ = kMaxCallables;
}

/// Classes of templates that the report names stand behind the prelude (reported_templates.h). Where the API is cut off, it is not there.
void Builder::add_reported() {
  for (Decl* each : context_.getTranslationUnitDecl()->decls())
    if (auto* alias = dyn_cast<TypedefNameDecl>(each);
        alias != nullptr && context_.getSourceManager().isInMainFile(alias->getLocation()))
      visit_alias(alias);
  const std::size_t named = types_.records().size();
  for (std::size_t i = 0; i < named; ++i) visit_record(types_.records()[i]);
}

/// Where the API is cut off, it is not in the order of the headers.
void Builder::add_nearest() {
  const auto is_offered = [this](const Decl* each) {
    return is_project(each) && !is_of_others(each) && is_reachable(each);
  };
  std::vector<std::string> wanted = functions_in_report_;
  wanted.insert(wanted.end(), names_in_report_.begin(), names_in_report_.end());
  const NearestDeclarations nearest =
      nearest_declarations(*context_.getTranslationUnitDecl(), wanted, is_offered, kMaxOfProject);
  for (const CXXRecordDecl* record : nearest.records) visit_record(record);
  for (const FunctionDecl* function : nearest.functions) add_function(function, "");
}

/// `typedef void* buffer_t` that no function makes is no handle but memory like any other.
void Builder::fill_handles_nobody_makes() {
  std::set<TypeId> made;
  for (const Callable& callable : api_.callables)
    if (callable.result) made.insert(*callable.result);
  for (Callable& callable : api_.callables)
    for (Parameter& parameter : callable.parameters)
      if (types_.is_named_handle(parameter.type) && !made.contains(parameter.type))
        parameters_.fill_bytes(parameter, false);
}

bool Builder::is_project(const Decl* declaration) const {
  const SourceManager& sources = context_.getSourceManager();
  const SourceLocation where = sources.getExpansionLoc(declaration->getLocation());
  if (where.isInvalid() || sources.isWrittenInBuiltinFile(where) || sources.isInMainFile(where)) return false;
  // Not by path: the driver spells the standard library's folders relative to its own ("/../lib/gcc/...").
  return !sources.isInSystemHeader(where) && !sources.getFilename(where).empty();
}

/// Does another library declare it, whose headers a flag of the project's finds? `-I/usr/include/glib-2.0` finds 2,000 functions.
bool Builder::is_of_others(const Decl* declaration) const {
  const SourceManager& sources = context_.getSourceManager();
  const SourceLocation where = sources.getExpansionLoc(declaration->getLocation());
  if (are_others_searched_ || where.isInvalid()) return false;
  return is_system_header(sources.getFilename(where).str());
}

/// A class of the system's headers that is no part of the standard library: `struct tm`, boost::variant<int, std::string>.
bool Builder::is_of_another_library(const CXXRecordDecl* record) const {
  const std::string name = record->getNameAsString(), qualified = record->getQualifiedNameAsString();
  return !is_project(record) && context_.getSourceManager().isInSystemHeader(record->getLocation()) && !name.empty() &&
         !name.starts_with('_') && !qualified.starts_with("__") && !qualified.starts_with("std::") &&
         is_reachable(record);
}

/// Only how it is made: a project's tests call what the project offers.
void Builder::add_of_another_library(const CXXRecordDecl* record) {
  (void)types_.variable(context_.getRecordType(record));
  add_constructors(record);
  for (Decl* member : record->decls()) {
    auto* const function = dyn_cast<FunctionTemplateDecl>(member);
    if (function != nullptr && isa<CXXConstructorDecl>(function->getTemplatedDecl())) instantiate(function, record);
  }
}

/// Of another library's functions, those that make what the project's take, what these take in turn, and so on: g_ptr_array_new.
void Builder::add_makers_of_others() {
  std::vector<const FunctionDecl*> others;
  const auto collect = [&](const auto& self, DeclContext* scope, int depth) -> void {
    if (depth > 8) return;
    for (Decl* each : scope->decls()) {
      if (isa<NamespaceDecl, LinkageSpecDecl>(each)) self(self, cast<DeclContext>(each), depth + 1);
      const auto* function = dyn_cast<FunctionDecl>(each);
      if (function != nullptr && is_project(function) && is_of_others(function)) others.push_back(function);
    }
  };
  collect(collect, context_.getTranslationUnitDecl(), 0);
  const auto is_wanted = [this](const FunctionDecl* function) {
    const QualType type = function->getReturnType().getCanonicalType();
    const CXXRecordDecl* record = type->isPointerType() ? type->getPointeeCXXRecordDecl() : type->getAsCXXRecordDecl();
    if (record == nullptr) return false;
    return type->isPointerType() ? types_.find_pointer(type).has_value() : types_.find_record(record).has_value();
  };
  for (bool any = true; any;) {
    any = false;
    std::erase_if(others, [&](const FunctionDecl* function) {
      if (!is_wanted(function)) return false;
      add_function(function, "");
      return any = true;
    });
  }
}

bool Builder::is_reachable(const Decl* declaration) const {
  const auto is_named_publicly = [this](const Decl* each) {
    const auto* made = dyn_cast<ClassTemplateSpecializationDecl>(each);
    return named_publicly_.contains(each->getCanonicalDecl()) ||
           (made != nullptr && named_publicly_.contains(made->getSpecializedTemplate()->getCanonicalDecl()));
  };
  if (is_named_publicly(declaration)) return true;
  if (declaration->getAccess() == AS_private || declaration->getAccess() == AS_protected) return false;
  for (const DeclContext* scope = declaration->getDeclContext(); scope != nullptr && !scope->isTranslationUnit();
       scope = scope->getParent()) {
    if (const auto* space = dyn_cast<NamespaceDecl>(scope)) {
      const StringRef name = space->getName();
      if (space->isAnonymousNamespace() || name == "detail" || name == "internal" || name == "impl") return false;
    }
    const auto* record = dyn_cast<CXXRecordDecl>(scope);
    if (record == nullptr) continue;
    if (is_named_publicly(record)) return true;
    if (record->getAccess() == AS_private || record->getAccess() == AS_protected) return false;
  }
  return true;
}

void Builder::visit(DeclContext* scope, int depth) {
  if (depth > 8) return;
  for (Decl* declaration : scope->decls()) {
    if (auto* space = dyn_cast<NamespaceDecl>(declaration)) visit(space, depth + 1);
    if (auto* linkage = dyn_cast<LinkageSpecDecl>(declaration)) visit(linkage, depth + 1);
    if (!is_project(declaration) || is_of_others(declaration) || !is_reachable(declaration)) continue;
    if (auto* alias = dyn_cast<TypedefNameDecl>(declaration)) visit_alias(alias);
    if (auto* record = dyn_cast<CXXRecordDecl>(declaration);
        record != nullptr && record->isThisDeclarationADefinition())
      visit_record(record);
    if (auto* function = dyn_cast<FunctionDecl>(declaration)) add_function(function, "");
    // A member that is defined outside of its class is read with the class: here its scope is still a template.
    if (auto* function = dyn_cast<FunctionTemplateDecl>(declaration);
        function != nullptr && function->getDeclContext()->isFileContext())
      instantiate(function, nullptr);
    if (auto* made_of = dyn_cast<ClassTemplateDecl>(declaration);
        made_of != nullptr && made_of->isThisDeclarationADefinition())
      class_templates_.push_back(made_of);
  }
}

const ClassTemplateSpecializationDecl* Builder::specialisation_of(const TypedefNameDecl* alias) const {
  const QualType type = alias->getUnderlyingType().getCanonicalType();
  const auto* made = dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (made == nullptr) return nullptr;
  return is_project(made->getSpecializedTemplate()) || is_of_another_library(made) ? made : nullptr;
}

/// The struct of `typedef struct node_s node_t;`: as C's callers have to write it. Null: the alias is none of that kind.
static const CXXRecordDecl* struct_with_tag(const TypedefNameDecl* alias) {
  const auto written = dyn_cast<ElaboratedType>(alias->getUnderlyingType().getTypePtr());
  if (written == nullptr || written->getKeyword() != ElaboratedTypeKeyword::Struct) return nullptr;
  const CXXRecordDecl* record = written->getAsCXXRecordDecl();
  const bool is_plain =
      record != nullptr && record->getIdentifier() != nullptr && !alias->getUnderlyingType().hasLocalQualifiers();
  return is_plain && alias->getDeclContext()->getRedeclContext()->isTranslationUnit() ? record : nullptr;
}

/// `using Writer = detail::Writer;`; null: callers can name the class without the alias, or it is another library's.
const CXXRecordDecl* Builder::hidden_class_of(const TypedefNameDecl* alias) const {
  const CXXRecordDecl* record = alias->getUnderlyingType()->getAsCXXRecordDecl();
  const bool is_plain = record != nullptr && alias->getUnderlyingType()->isRecordType() &&
                        !alias->getUnderlyingType().hasQualifiers() && record->getIdentifier() != nullptr;
  return is_plain && is_project(record) && !is_reachable(record) ? record : nullptr;
}

/// `using Value = GenericValue<UTF8>;` is how the library calls the class, whoever comes across it first.
void Builder::name_classes(const DeclContext* scope, int depth) {
  if (depth > 8) return;
  for (const Decl* each : scope->decls()) {
    if (isa<NamespaceDecl, LinkageSpecDecl>(each)) name_classes(cast<DeclContext>(each), depth + 1);
    if (const auto* alias = dyn_cast<TypedefNameDecl>(each);
        alias != nullptr && is_project(alias) && is_reachable(alias)) {
      const CXXRecordDecl* named = specialisation_of(alias);
      if (named == nullptr) named = struct_with_tag(alias);
      if (named == nullptr) named = hidden_class_of(alias);
      if (named != nullptr) {
        types_.name_record(named, alias->getQualifiedNameAsString());
        named_publicly_.insert(named->getCanonicalDecl());
      }
    }
    if (const auto* alias = dyn_cast<TypeAliasTemplateDecl>(each);
        alias != nullptr && is_project(alias) && is_reachable(alias))
      if (const ClassTemplateDecl* named = template_named_by(alias); named != nullptr && is_project(named)) {
        types_.name_template(alias);
        named_publicly_.insert(named->getCanonicalDecl());
      }
  }
}

void Builder::visit_alias(const TypedefNameDecl* alias) {
  if (is_argument_alias(alias->getName()) || alias->getName() == kUsersAlias) return;
  const auto* specialisation = specialisation_of(alias);
  const QualType type = alias->getUnderlyingType().getCanonicalType();
  if (specialisation == nullptr || !types_.complete(type)) return;
  // `Grid<int>::Self` says no more than Grid<int>.
  const bool is_own = specialisation->Encloses(alias->getDeclContext());
  if (!is_own && !context_.getSourceManager().isInMainFile(alias->getLocation()))
    types_.name_record(specialisation, name_of_alias(alias));
  (void)types_.variable(type);
}

/// "FlatMap<int>::iterator"
std::string Builder::name_of_alias(const TypedefNameDecl* alias) const {
  const auto* record = dyn_cast<CXXRecordDecl>(alias->getDeclContext());
  if (record == nullptr) return alias->getQualifiedNameAsString();
  return fmt::format("{}::{}", types_.spelling(context_.getRecordType(record)), alias->getNameAsString());
}

/// `class Square : public Shape<Square>`: what callers call of a Square, Shape<Square> declares. Other bases stand in a header themselves.
void Builder::add_template_bases(const CXXRecordDecl* record) {
  for (const CXXBaseSpecifier& base : record->bases()) {
    const auto* made = dyn_cast_or_null<ClassTemplateSpecializationDecl>(base.getType()->getAsCXXRecordDecl());
    if (made != nullptr && base.getAccessSpecifier() == AS_public && is_project(made) &&
        types_.complete(base.getType()))
      (void)types_.variable(base.getType());
  }
}

/// Whether Shape<Square<int>> is a base of Square<int>, only its definition tells (can_be_constructed()). Then objects of that one are what
/// callers have of it.
void Builder::complete_arguments(const CXXRecordDecl* record) {
  const auto* made = dyn_cast<ClassTemplateSpecializationDecl>(record);
  if (made == nullptr) return;
  for (const TemplateArgument& each : made->getTemplateArgs().asArray())
    if (each.getKind() == TemplateArgument::Type)
      if (const CXXRecordDecl* argument = each.getAsType()->getAsCXXRecordDecl();
          argument != nullptr && is_project(argument))
        if (types_.complete(each.getAsType()) && argument->isDerivedFrom(record))
          (void)types_.variable(each.getAsType());
}

void Builder::visit_record(const CXXRecordDecl* given) {
  const CXXRecordDecl* record = given->getDefinition();
  if (record == nullptr || record->isDependentContext() || !seen_.insert(record->getCanonicalDecl()).second) return;
  if (is_of_another_library(record)) return add_of_another_library(record);
  if (!is_project(record)) return add_standard(record);
  if (!is_reachable(record) || record->isAnonymousStructOrUnion() ||
      (record->getIdentifier() == nullptr && record->getTypedefNameForAnonDecl() == nullptr))
    return;
  (void)types_.variable(context_.getRecordType(record));
  complete_arguments(record);
  add_template_bases(record);
  add_constructors(record);
  add_deletion(record);
  add_implicit_members(record);
  add_with_array_at_end(record);
  if (record->isAbstract()) add_stub(record);
  add_fields(record);
  for (const Decl* member : record->decls()) {
    if (member->getAccess() != AS_public && !record->isStruct() && !record->isUnion()) continue;
    if (member->getAccess() == AS_private || member->getAccess() == AS_protected) continue;
    if (const auto* method = dyn_cast<CXXMethodDecl>(member)) {
      if (isa<CXXConstructorDecl>(method) || isa<CXXDestructorDecl>(method)) continue;
      if (const auto* conversion = dyn_cast<CXXConversionDecl>(method)) {
        add_conversion_operator(conversion);
        continue;
      }
      if (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()) continue;
      add_method(method, "");
    }
    if (auto* function = dyn_cast<FunctionTemplateDecl>(member))
      instantiate(const_cast<FunctionTemplateDecl*>(function), record);
    if (const auto* nested = dyn_cast<CXXRecordDecl>(member);
        nested != nullptr && nested->isThisDeclarationADefinition())
      visit_record(nested);
    if (const auto* alias = dyn_cast<TypedefNameDecl>(member)) visit_alias(alias);
  }
}

Callable Builder::make(CallableKind kind, const std::string& name, const std::string& owner) const {
  Callable callable;
  callable.kind = kind;
  callable.name = name;
  callable.owner = owner;
  return callable;
}

std::optional<CallableId> Builder::add(Callable callable, const std::string& thunk) {
  if (api_.callables.size() >= limit_) {
    api_.dropped.push_back({callable.name, "the API is too large"});
    return std::nullopt;
  }
  callable.id = CallableId(api_.callables.size());
  if (const std::string shown = callable.declaration + callable.expression; shown.contains(kCalledWithAnythingName)) {
    if (shown.contains("CalledWithAnything<void>")) callable.preamble = kAnswersNothing + callable.preamble;
    callable.preamble = kCalledWithAnything + callable.preamble;
  }
  api_.callables.push_back(std::move(callable));
  reading_.thunks.push_back(thunk);
  return api_.callables.back().id;
}

std::string Builder::argument(std::size_t index, QualType given) const {
  const QualType type = given.getCanonicalType();
  const QualType bare = type.getNonReferenceType();
  const std::string in = fmt::format("in[{}]", index);
  if (bare->isPointerType() && !type->isLValueReferenceType())
    return fmt::format("(({}){})", types_.spelling(bare.getUnqualifiedType()), in);
  // "int[3]*" is no type.
  const std::string spelled = bare->isArrayType() ? fmt::format("__typeof__({})", types_.spelling(bare))
                                                  : types_.spelling(bare.getUnqualifiedType());
  std::string object = fmt::format("(*({}*){})", spelled, in);
  if (type->isRValueReferenceType()) return fmt::format("static_cast<{}&&>{}", spelled, object);
  return is_copyable(type) ? object : fmt::format("static_cast<{}&&>{}", spelled, object);
}

Arguments Builder::arguments_of(const FunctionDecl* function, std::size_t count, std::size_t first) const {
  Arguments result;
  for (std::size_t i = 0; i < count; ++i)
    result.add(fmt::format("{{{}}}", first + i),
               argument(first + i, function->getParamDecl(static_cast<unsigned>(i))->getType()));
  return result;
}

namespace {

/// `using iterator = int*;`
bool is_pointer_iterator(const ParmVarDecl& parameter) {
  const auto* alias = parameter.getType()->getAs<TypedefType>();
  return alias != nullptr && parameter.getType()->isPointerType() && says_iterator(alias->getDecl()->getNameAsString());
}

}  // namespace

/// Of what hands an argument on to fopen(), that is the name of a file.
void Builder::name_files() {
  for (Callable& callable : api_.callables)
    if (const auto known = opened_files_.names.find(callable.linkage_name); known != opened_files_.names.end())
      for (const std::uint32_t k : known->second)
        if (k < callable.parameters.size()) parameters_.name_file(callable.parameters[k]);
}

bool Builder::fill_parameters(Callable& callable, const FunctionDecl* function, std::size_t count) {
  const std::size_t first = callable.parameters.size();
  for (std::size_t i = 0; i < count; ++i) {
    Parameter parameter;
    parameter.name = function->getParamDecl(static_cast<unsigned>(i))->getNameAsString();
    if (!parameters_.fill(parameter, function->getParamDecl(static_cast<unsigned>(i))->getType())) {
      api_.dropped.push_back(
          {callable.name, fmt::format("parameter {} has a type that cannot be made: {}", i + 1,
                                      function->getParamDecl(static_cast<unsigned>(i))->getType().getAsString())});
      return false;
    }
    parameter.nonnull = forbids_null(function, static_cast<unsigned>(i));
    parameter.least = std::max(parameter.least, least_told(function, static_cast<unsigned>(i)));
    parameter.is_format = format_of(function) == i;
    if (callable.kind == CallableKind::kMethod && first == 1 &&
        is_pointer_iterator(*function->getParamDecl(static_cast<unsigned>(i))))
      parameter.belongs_to = 0;
    parameter.releases = says_released(function, static_cast<unsigned>(i));
    parameter.forgets = parameter.const_number && forgets_number(function, static_cast<unsigned>(i));
    if (i == 0 && !parameter.nonnull && speaks_of_null(function, 0)) takes_null_.insert(callable.name);
    callable.parameters.push_back(std::move(parameter));
  }
  pair_lengths(callable, function, first, count);
  measure_arrays(api_, callable, function, first, count);
  return true;
}

namespace {

/// "argc", "n", "count" in front of what they count.
bool counts_what_follows(const std::string& name) {
  return name == "argc" || name == "n" || lower(name).contains("count") || lower(name).starts_with("num");
}

/// How much room there is: `int maxChars`, `size_t capacity`.
bool sounds_like_room(const std::string& name) {
  constexpr std::array<std::string_view, 5> kWords{"max", "maximum", "capacity", "room", "limit"};
  return std::ranges::any_of(words_of(name),
                             [&](const std::string& word) { return std::ranges::find(kWords, word) != kWords.end(); });
}

bool sounds_like_buffer(const std::string& given) {
  const std::string name = lower(given);
  for (const char* word : {"data", "buf", "input", "output", "values", "samples", "array"})
    if (name.contains(word)) return true;
  return name == "in" || name == "out" || name == "src" || name == "dst" || name == "dest";
}

}  // namespace

/// Does the parameter point to several elements of which another one says how many?
bool Builder::is_buffer(const FunctionDecl* function, unsigned i, const Parameter& parameter) const {
  const QualType type = function->getParamDecl(i)->getType().getCanonicalType();
  if (!type->isPointerType() || types_.is_named_handle(parameter.type)) return false;
  const QualType pointee = type->getPointeeType();
  if (is_text_pointer(type) || pointee->isVoidType()) return true;
  if (pointee->isArithmeticType()) return pointee.isConstQualified() || sounds_like_buffer(parameter.name);
  if (pointee->isArrayType()) return true;
  if (pointee->isPointerType() || pointee->isRecordType())
    return sounds_like_array(parameter.name) || sounds_like_buffer(parameter.name);
  return false;
}

/// Is text, or are bytes, written to it?
static bool is_written(const ParmVarDecl& buffer) {
  const QualType type = buffer.getType().getCanonicalType();
  if (!type->isPointerType() || type->getPointeeType().isConstQualified()) return false;
  return type->getPointeeType()->isCharType() || type->getPointeeType()->isVoidType();
}

/// `compress(unsigned char* to, size_t* to_len, ...)`: how much room there is in what is written, and how much was written afterwards.
static bool is_room_of(const ParmVarDecl& length, const ParmVarDecl& written) {
  const QualType type = length.getType().getCanonicalType();
  if (!type->isPointerType() || !is_written(written)) return false;
  const QualType number = type->getPointeeType();
  const bool is_size = number->isIntegerType() && !number->isAnyCharacterType() && !number->isBooleanType() &&
                       !number->isEnumeralType() && !number.isConstQualified();
  return is_size && sounds_like_length(length.getNameAsString());
}

/// The only parameter to which text or bytes are written; nullopt: there are none, several, or its length is known.
/// `compose(char* dest, const list* from, int maxChars)`
static std::optional<std::size_t> only_written(const Callable& callable, const FunctionDecl* function,
                                               std::size_t first, std::size_t count) {
  std::optional<std::size_t> only;
  for (std::size_t i = 0; i < count; ++i) {
    if (!is_written(*function->getParamDecl(static_cast<unsigned>(i)))) continue;
    if (only) return std::nullopt;
    only = i;
  }
  const bool is_known = only && std::ranges::any_of(callable.parameters, [&](const Parameter& each) {
                          return each.length_of == first + *only;
                        });
  return is_known ? std::nullopt : only;
}

void Builder::pair_lengths(Callable& callable, const FunctionDecl* function, std::size_t first, std::size_t count) {
  const auto is_integer = [&](std::size_t i) {
    const QualType type = function->getParamDecl(static_cast<unsigned>(i))->getType().getCanonicalType();
    return type->isIntegerType() && !type->isBooleanType() && !type->isEnumeralType();
  };
  const auto pair = [&](std::size_t buffer, std::size_t length) {
    Parameter& counted = callable.parameters[first + length];
    pair_up(api_, callable.parameters[first + buffer], counted, static_cast<std::uint32_t>(first + buffer));
    counted.negative_length = takes_negative(function, static_cast<unsigned>(length));
  };
  for (std::size_t i = 0; i < count; ++i) {
    const Parameter& here = callable.parameters[first + i];
    if (i > 0 && is_room_of(*function->getParamDecl(static_cast<unsigned>(i)),
                            *function->getParamDecl(static_cast<unsigned>(i - 1)))) {
      callable.parameters[first + i].length_of = static_cast<std::uint32_t>(first + i - 1);
      continue;
    }
    if (!is_integer(i)) continue;
    if (const auto buffer = declared_buffer_of(function, static_cast<unsigned>(i)); buffer && *buffer < count) {
      pair(*buffer, i);
      continue;
    }
    const auto buffer_at = [&](std::size_t at) {
      return is_buffer(function, static_cast<unsigned>(at), callable.parameters[first + at]);
    };
    const bool is_wide = context_.getTypeSize(function->getParamDecl(static_cast<unsigned>(i))->getType()) >= 32;
    const auto room = sounds_like_room(here.name) ? only_written(callable, function, first, count) : std::nullopt;
    if (room)
      pair(*room, i);
    else if (i > 0 && buffer_at(i - 1) && (sounds_like_length(here.name) || (here.name.empty() && is_wide)))
      pair(i - 1, i);
    else if (i + 1 < count && buffer_at(i + 1) && counts_what_follows(here.name) &&
             !(i + 2 < count && is_integer(i + 2)))
      pair(i + 1, i);
  }
}

std::string Builder::owner_of(const FunctionDecl* function) const {
  const SourceManager& sources = context_.getSourceManager();
  return sources.getFilename(sources.getExpansionLoc(function->getLocation())).str();
}

void Builder::set_function(Callable& callable, GlobalDecl declaration) {
  const auto* function = cast<FunctionDecl>(declaration.getDecl());
  const FunctionDecl* definition = nullptr;
  callable.compiles_body =
      function->hasBody(definition) && definition->isInlined() && calls_or_loops(definition->getBody());
  callable.is_pure = function->hasAttr<PureAttr>() || function->hasAttr<ConstAttr>();
  if (const auto* method = dyn_cast<CXXMethodDecl>(function)) callable.is_virtual = method->isVirtual();
  if (!mangler_->shouldMangleDeclName(function)) {
    callable.linkage_name = function->getNameAsString();
    return;
  }
  llvm::raw_string_ostream out(callable.linkage_name);
  mangler_->mangleName(declaration, out);
}

void Builder::finish_call(Callable callable, QualType given, const std::string& call) {
  const QualType type = given.getCanonicalType();
  std::optional<TypeId> result = type->isVoidType() ? std::nullopt : types_.variable(given);
  if (const CXXRecordDecl* record = type->getAsCXXRecordDecl();
      record != nullptr && record->hasDefinition() && record->isAbstract())
    result = std::nullopt;
  if (!result) {
    add(std::move(callable), fmt::format("(void)({});", call));
    return;
  }
  callable.result = result;
  std::string thunk;
  if (type->isReferenceType()) {
    callable.result_is_reference = true;
    callable.declaration = "auto&& {r} = " + callable.expression + ";";
    thunk =
        fmt::format("auto&& r = {}; *(const volatile void**)out = (const volatile void*)__builtin_addressof(r);", call);
  } else if (type->isPointerType()) {
    callable.declaration = "auto* {r} = " + callable.expression + ";";
    if (type->getPointeeType()->isFunctionType())
      thunk = fmt::format("*(void**)out = (void*)({});", call);
    else
      thunk = fmt::format("*(const volatile void**)out = (const volatile void*)({});", call);
  } else {
    callable.declaration = "auto {r} = " + callable.expression + ";";
    thunk = fmt::format("::new (out) {}({});", types_.spelling(type.getUnqualifiedType()), call);
    if (!type->isRecordType()) thunk = fmt::format("*({}*)out = {};", types_.spelling(type.getUnqualifiedType()), call);
  }
  add(std::move(callable), thunk);
}

}  // namespace reenact::api
