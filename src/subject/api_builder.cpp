#include "subject/api_builder.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/SourceManager.h>
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace reenact::api {

using namespace clang;

namespace {

bool sounds_like_length(const std::string& name) {
  const std::string text = lower(name);
  for (const char* word : {"len", "size", "count", "num", "bytes", "length", "nb"})
    if (text.contains(word)) return true;
  return text == "n" || text == "sz" || text == "cnt" || text == "l";
}

/// A const overload hides behind its non-const twin (`T& at()`, `const T& at() const`): a test reaches it through
/// std::as_const.
bool has_mutable_twin(const CXXMethodDecl* method) {
  if (!method->isConst()) return false;
  return std::ranges::any_of(method->getParent()->lookup(method->getDeclName()), [](const NamedDecl* twin) {
    const auto* other = dyn_cast<CXXMethodDecl>(twin);
    return other != nullptr && !other->isConst() && !other->isStatic();
  });
}

const char* operator_text(OverloadedOperatorKind kind) { return getOperatorSpelling(kind); }

}  // namespace

std::string identifier(const std::string& text) {
  std::string result;
  for (const char c : text)
    result += std::isalnum(static_cast<unsigned char>(c)) != 0 ? std::string(1, c) : fmt::format("_{:02x}", c);
  return result;
}

bool is_copyable(QualType given) {
  const QualType type = given.getCanonicalType();
  if (!type->isRecordType()) return true;
  const CXXRecordDecl* record = type->getAsCXXRecordDecl()->getDefinition();
  if (record == nullptr || record->needsImplicitCopyConstructor())
    return record == nullptr || !record->defaultedCopyConstructorIsDeleted();
  return std::ranges::any_of(record->ctors(), [](const CXXConstructorDecl* each) {
    return each->isCopyConstructor() && !each->isDeleted() && each->getAccess() == AS_public;
  });
}

Builder::Builder(Sema& sema, ApiReading& reading, std::vector<std::string> names)
    : sema_(sema),
      context_(sema.getASTContext()),
      reading_(reading),
      api_(reading.api),
      types_(sema, reading.api),
      names_in_report_(std::move(names)),
      mangler_(context_.createMangleContext()) {}

void Builder::build() {
  (void)types_.text();
  for (const std::string& name : names_in_report_) {
    const std::string plain = name.substr(0, name.find_first_of("<("));
    mentioned_.insert(plain.substr(plain.rfind(':') + 1));
  }
  visit(context_.getTranslationUnitDecl(), 0);
  // Types used so far bring further records: describe until nothing new turns up.
  for (std::size_t i = 0; i < types_.records().size() && api_.callables.size() < kMaxCallables; ++i)
    visit_record(types_.records()[i]);
  for (std::size_t i = 0; i < types_.function_pointers().size(); ++i) add_callback(types_.function_pointers()[i]);
  add_actions();
  add_files();
  add_shared_conversions();
  add_aggregates();
  add_handles();
  add_string_arrays();
  types_.add_derived_sources();
  for (const auto& each : types_.casts()) reading_.casts.push_back(each.text);
  reading_.storage = types_.storage();
  reading_.destructible.assign(types_.destructible().begin(), types_.destructible().end());
  api_.producers.assign(api_.types.size(), {});
  for (const Callable& callable : api_.callables)
    if (callable.result) api_.producers[callable.result->index()].push_back(callable.id);
}

bool Builder::is_project(const Decl* declaration) const {
  const SourceManager& sources = context_.getSourceManager();
  const SourceLocation where = sources.getExpansionLoc(declaration->getLocation());
  if (where.isInvalid() || sources.isWrittenInBuiltinFile(where) || sources.isInMainFile(where)) return false;
  // Not by path: the driver spells the standard library's folders relative to its own ("/../lib/gcc/...").
  return !sources.isInSystemHeader(where) && !sources.getFilename(where).empty();
}

bool Builder::is_reachable(const Decl* declaration) const {
  if (declaration->getAccess() == AS_private || declaration->getAccess() == AS_protected) return false;
  for (const DeclContext* scope = declaration->getDeclContext(); scope != nullptr && !scope->isTranslationUnit();
       scope = scope->getParent()) {
    if (const auto* space = dyn_cast<NamespaceDecl>(scope)) {
      const StringRef name = space->getName();
      if (space->isAnonymousNamespace() || name == "detail" || name == "internal" || name == "impl") return false;
    }
    if (const auto* record = dyn_cast<CXXRecordDecl>(scope);
        record != nullptr && (record->getAccess() == AS_private || record->getAccess() == AS_protected))
      return false;
  }
  return true;
}

void Builder::visit(DeclContext* scope, int depth) {
  if (depth > 8) return;
  for (Decl* declaration : scope->decls()) {
    if (auto* space = dyn_cast<NamespaceDecl>(declaration)) visit(space, depth + 1);
    if (auto* linkage = dyn_cast<LinkageSpecDecl>(declaration)) visit(linkage, depth + 1);
    if (!is_project(declaration) &&
        !(isa<TypedefNameDecl>(declaration) && context_.getSourceManager().isInMainFile(declaration->getLocation())))
      continue;
    if (!is_reachable(declaration)) continue;
    if (auto* alias = dyn_cast<TypedefNameDecl>(declaration)) visit_alias(alias);
    if (auto* record = dyn_cast<CXXRecordDecl>(declaration);
        record != nullptr && record->isThisDeclarationADefinition())
      visit_record(record);
    if (auto* function = dyn_cast<FunctionDecl>(declaration)) add_function(function, "");
    if (auto* function = dyn_cast<FunctionTemplateDecl>(declaration)) instantiate(function, nullptr);
  }
}

void Builder::visit_alias(const TypedefNameDecl* alias) {
  const QualType type = alias->getUnderlyingType().getCanonicalType();
  const auto* specialisation = dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (specialisation == nullptr || !types_.complete(type) || !is_project(specialisation->getSpecializedTemplate()))
    return;
  if (!context_.getSourceManager().isInMainFile(alias->getLocation()))
    types_.name_record(specialisation, alias->getQualifiedNameAsString());
  (void)types_.variable(type);
}

void Builder::visit_record(const CXXRecordDecl* given) {
  const CXXRecordDecl* record = given->getDefinition();
  if (record == nullptr || record->isDependentContext() || !seen_.insert(record->getCanonicalDecl()).second) return;
  if (!is_project(record)) {
    add_standard(record);
    return;
  }
  if (!is_reachable(record) || record->isAnonymousStructOrUnion() ||
      (record->getIdentifier() == nullptr && record->getTypedefNameForAnonDecl() == nullptr))
    return;
  (void)types_.variable(context_.getRecordType(record));
  add_constructors(record);
  if (record->isAbstract()) add_stub(record);
  add_fields(record);
  for (const Decl* member : record->decls()) {
    if (member->getAccess() != AS_public && !record->isStruct() && !record->isUnion()) continue;
    if (member->getAccess() == AS_private || member->getAccess() == AS_protected) continue;
    if (const auto* method = dyn_cast<CXXMethodDecl>(member)) {
      if (isa<CXXConstructorDecl>(method) || isa<CXXDestructorDecl>(method) || isa<CXXConversionDecl>(method)) continue;
      if (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()) continue;
      add_method(method, "", has_mutable_twin(method));
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

void Builder::add(Callable callable, const std::string& thunk) {
  if (api_.callables.size() >= kMaxCallables) {
    api_.dropped.push_back({callable.name, "the API is too large"});
    return;
  }
  callable.id = CallableId(api_.callables.size());
  api_.callables.push_back(std::move(callable));
  reading_.thunks.push_back(thunk);
}

std::string Builder::argument(std::size_t index, QualType given) const {
  const QualType type = given.getCanonicalType();
  const QualType bare = type.getNonReferenceType();
  const std::string in = fmt::format("in[{}]", index);
  if (bare->isPointerType() && !type->isReferenceType())
    return fmt::format("(({}){})", types_.spelling(bare.getUnqualifiedType()), in);
  const std::string spelled = types_.spelling(bare.getUnqualifiedType());
  std::string object = fmt::format("(*({}*){})", spelled, in);
  if (type->isRValueReferenceType()) return fmt::format("static_cast<{}&&>{}", spelled, object);
  return is_copyable(type) ? object : fmt::format("static_cast<{}&&>{}", spelled, object);
}

bool Builder::fill_parameters(Callable& callable, const FunctionDecl* function, std::size_t count) {
  const std::size_t first = callable.parameters.size();
  for (std::size_t i = 0; i < count; ++i) {
    Parameter parameter;
    parameter.name = function->getParamDecl(static_cast<unsigned>(i))->getNameAsString();
    if (!types_.fill(parameter, function->getParamDecl(static_cast<unsigned>(i))->getType())) {
      api_.dropped.push_back(
          {callable.name, fmt::format("parameter {} has a type that cannot be made: {}", i + 1,
                                      function->getParamDecl(static_cast<unsigned>(i))->getType().getAsString())});
      return false;
    }
    callable.parameters.push_back(std::move(parameter));
  }
  pair_lengths(callable, function, first, count);
  return true;
}

void Builder::pair_lengths(Callable& callable, const FunctionDecl* function, std::size_t first, std::size_t count) {
  const auto type_of = [&](std::size_t i) {
    return function->getParamDecl(static_cast<unsigned>(i))->getType().getCanonicalType();
  };
  const auto is_buffer = [&](std::size_t i) {
    const QualType type = type_of(i);
    if (!type->isPointerType()) return false;
    const QualType pointee = type->getPointeeType();
    return types_.is_text_pointer(type) || pointee->isVoidType() ||
           (pointee->isArithmeticType() && pointee.isConstQualified());
  };
  for (std::size_t i = 0; i + 1 < count; ++i) {
    if (!is_buffer(i) || !type_of(i + 1)->isIntegerType() || type_of(i + 1)->isBooleanType() ||
        type_of(i + 1)->isEnumeralType())
      continue;
    Parameter& length = callable.parameters[first + i + 1];
    if (sounds_like_length(length.name) || (length.name.empty() && context_.getTypeSize(type_of(i + 1)) >= 32))
      types_.pair_up(callable.parameters[first + i], length, static_cast<std::uint32_t>(first + i));
  }
}

std::string Builder::owner_of(const FunctionDecl* function) const {
  const SourceManager& sources = context_.getSourceManager();
  return sources.getFilename(sources.getExpansionLoc(function->getLocation())).str();
}

std::string Builder::linkage_name(GlobalDecl declaration) {
  const auto* function = cast<FunctionDecl>(declaration.getDecl());
  if (!mangler_->shouldMangleDeclName(function)) return function->getNameAsString();
  std::string text;
  llvm::raw_string_ostream out(text);
  mangler_->mangleName(declaration, out);
  return text;
}

void Builder::finish_call(Callable callable, QualType given, const std::string& call) {
  const QualType type = given.getCanonicalType();
  std::optional<TypeId> result = type->isVoidType() ? std::nullopt : types_.variable(type);
  if (type->isRecordType() && type->getAsCXXRecordDecl()->isAbstract()) result = std::nullopt;
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

void Builder::add_function(const FunctionDecl* function, const std::string& template_arguments) {
  if (function->isDeleted() || isa<CXXMethodDecl>(function) || function->isMain() ||
      !seen_.insert(function->getCanonicalDecl()).second)
    return;
  if (function->getDeclName().getNameKind() == DeclarationName::CXXDeductionGuideName || function->isDependentContext())
    return;
  if (function->getStorageClass() == SC_Static && !function->hasBody()) return;
  const std::string name = function->getQualifiedNameAsString();
  const OverloadedOperatorKind op = function->getOverloadedOperator();
  Callable callable = make(op != OO_None ? CallableKind::kOperator : CallableKind::kFunction, name, owner_of(function));
  callable.linkage_name = linkage_name(GlobalDecl(function));
  const std::size_t count = function->getNumParams();
  std::size_t required = function->getMinRequiredArguments();
  for (const std::size_t n : required == count ? std::vector{count} : std::vector{count, required}) {
    Callable one = callable;
    if (!fill_parameters(one, function, n)) continue;
    std::vector<std::string> shown, passed;
    for (std::size_t i = 0; i < n; ++i) {
      shown.push_back(fmt::format("{{{}}}", i));
      passed.push_back(argument(i, function->getParamDecl(static_cast<unsigned>(i))->getType()));
    }
    std::string call;
    if (op != OO_None && op != OO_Call && op != OO_Subscript && n == 2) {
      one.expression = fmt::format("{} {} {}", shown[0], operator_text(op), shown[1]);
      call = fmt::format("{} {} {}", passed[0], operator_text(op), passed[1]);
    } else if (op != OO_None && n == 1) {
      one.expression = fmt::format("{}{}", operator_text(op), shown[0]);
      call = fmt::format("{}{}", operator_text(op), passed[0]);
    } else {
      const std::string called = name + template_arguments;
      one.expression = fmt::format("{}({})", called, fmt::join(shown, ", "));
      call = fmt::format("{}({})", called, fmt::join(passed, ", "));
    }
    finish_call(std::move(one), function->getReturnType(), call);
  }
}

void Builder::add_method(const CXXMethodDecl* method, const std::string& template_arguments, bool through_const) {
  if (method->isDeleted() || method->isDependentContext() || (method->getRefQualifier() == RQ_RValue)) return;
  const CXXRecordDecl* record = method->getParent();
  const std::string owner = types_.spelling(context_.getRecordType(record));
  const OverloadedOperatorKind op = method->getOverloadedOperator();
  Callable callable = make(op != OO_None        ? CallableKind::kOperator
                           : method->isStatic() ? CallableKind::kStaticMethod
                                                : CallableKind::kMethod,
                           owner + "::" + method->getNameAsString(), owner);
  callable.linkage_name = linkage_name(GlobalDecl(method));
  callable.mutates_object = !method->isStatic() && !method->isConst();
  const std::size_t count = method->getNumParams(), required = method->getMinRequiredArguments();
  for (const std::size_t n : required == count ? std::vector{count} : std::vector{count, required}) {
    Callable one = callable;
    std::size_t shift = 0;
    std::string object;
    if (!method->isStatic()) {
      Parameter self;
      self.name = lower(record->getNameAsString());
      QualType type = context_.getRecordType(record);
      if (method->isConst()) type = type.withConst();
      if (!types_.fill(self, context_.getLValueReferenceType(type))) return;
      one.parameters.push_back(std::move(self));
      object = fmt::format("(*({}*)in[0])", types_.spelling(type));
      shift = 1;
    }
    if (!fill_parameters(one, method, n)) continue;
    std::vector<std::string> shown, passed;
    for (std::size_t i = 0; i < n; ++i) {
      shown.push_back(fmt::format("{{{}}}", i + shift));
      passed.push_back(argument(i + shift, method->getParamDecl(static_cast<unsigned>(i))->getType()));
    }
    const std::string self = through_const ? "std::as_const({0})" : "{0}";
    std::string call;
    if (op == OO_Subscript && n == 1) {
      one.expression = fmt::format("{}[{}]", self, shown[0]);
      call = fmt::format("{}[{}]", object, passed[0]);
    } else if (op == OO_Call) {
      one.expression = fmt::format("{}({})", self, fmt::join(shown, ", "));
      call = fmt::format("{}({})", object, fmt::join(passed, ", "));
    } else if (op != OO_None && op != OO_Arrow && n == 1) {
      one.expression = fmt::format("{} {} {}", self, operator_text(op), shown[0]);
      call = fmt::format("{} {} {}", object, operator_text(op), passed[0]);
    } else if (op != OO_None && op != OO_Arrow && n == 0) {
      one.expression = fmt::format("{}{}", operator_text(op), self);
      call = fmt::format("{}{}", operator_text(op), object);
    } else {
      const std::string name = method->getNameAsString();
      const std::string called = (template_arguments.empty() ? "" : "template ") + name + template_arguments;
      const std::string shown_name = name + template_arguments;
      if (method->isStatic()) {
        one.expression = fmt::format("{}::{}({})", owner, shown_name, fmt::join(shown, ", "));
        call = fmt::format("{}::{}({})", owner, called, fmt::join(passed, ", "));
      } else {
        one.expression =
            fmt::format("{}{}({})", through_const ? "std::as_const({0})." : "{0.}", shown_name, fmt::join(shown, ", "));
        call = fmt::format("{}.{}({})", object, called, fmt::join(passed, ", "));
      }
    }
    if (through_const) one.includes.push_back("<utility>");
    finish_call(std::move(one), method->getReturnType(), call);
  }
}

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
  std::vector<std::string> shown, passed;
  for (std::size_t i = 0; i < count; ++i) {
    shown.push_back(fmt::format("{{{}}}", i));
    passed.push_back(argument(i, constructor->getParamDecl(static_cast<unsigned>(i))->getType()));
  }
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

namespace {
constexpr std::size_t kMaxAggregateFields = 24, kMaxArrayFields = 8;
}

/// `point p{1, 2};`: every field a parameter, so that a search changes one and keeps the others. False: there is none.
/// Not for objects that the project's own functions make (`json_array()`) or set up (`mp_init(&number)`): a handle filled by hand is none.
void Builder::add_aggregates() {
  for (const CXXRecordDecl* record : aggregates_) {
    const auto held = types_.variable(context_.getPointerType(context_.getRecordType(record)));
    const bool has_factory = std::ranges::any_of(api_.callables, [&](const Callable& each) {
      return held && each.result == held && !each.linkage_name.empty() && !each.result_is_reference;
    });
    const auto value = types_.variable(context_.getRecordType(record));
    const bool has_initialiser = std::ranges::any_of(api_.callables, [&](const Callable& each) {
      return value && each.kind == CallableKind::kFunction && !each.parameters.empty() &&
             lower(each.name).contains("init") &&
             std::ranges::any_of(each.parameters.front().sources,
                                 [&](const Source& source) { return source.type == *value; });
    });
    if (!has_factory && !has_initialiser) (void)add_aggregate(record);
  }
}

bool Builder::add_aggregate(const CXXRecordDecl* record) {
  const std::string spelled = types_.spelling(context_.getRecordType(record));
  Callable callable = make(CallableKind::kConversion, spelled, spelled);
  callable.result = types_.variable(context_.getRecordType(record));
  std::string shown, passed;
  if (!flatten(record, "", callable, shown, passed) || callable.parameters.empty()) return false;
  callable.expression = spelled + shown;
  callable.declaration = spelled + " {r}" + shown + ";";
  add(std::move(callable), fmt::format("::new (out) {}{};", spelled, passed));
  return true;
}

bool Builder::flatten(const CXXRecordDecl* record, const std::string& prefix, Callable& callable, std::string& shown,
                      std::string& passed) {
  if (!record->isAggregate() || record->isUnion() || record->getNumBases() > 0) return false;
  std::vector<std::string> each_shown, each_passed;
  const auto leaf = [&](const std::string& name, QualType type) {
    Parameter value;
    value.name = name;
    if (callable.parameters.size() >= kMaxAggregateFields || !types_.fill(value, type.getUnqualifiedType()))
      return false;
    each_shown.push_back(fmt::format("{{{}}}", callable.parameters.size()));
    each_passed.push_back(argument(callable.parameters.size(), type.getUnqualifiedType()));
    callable.parameters.push_back(std::move(value));
    return true;
  };
  const auto nothing = [&] {
    each_shown.emplace_back("{}");
    each_passed.emplace_back("{}");
  };
  for (const FieldDecl* field : record->fields()) {
    if (field->hasInClassInitializer()) return false;
    if (field->isUnnamedBitField()) continue;
    const QualType type = field->getType().getCanonicalType();
    if (type->isReferenceType() || field->getAccess() != AS_public) return false;
    const std::string name = prefix.empty() ? field->getNameAsString() : prefix + "_" + field->getNameAsString();
    std::string inner_shown, inner_passed;
    const auto flattened = [&] {
      if (!type->isRecordType() || type->getAsCXXRecordDecl()->getDefinition() == nullptr ||
          !is_project(type->getAsCXXRecordDecl()))
        return false;
      const std::size_t before = callable.parameters.size();
      if (flatten(type->getAsCXXRecordDecl()->getDefinition(), name, callable, inner_shown, inner_passed)) return true;
      callable.parameters.resize(before);
      return false;
    };
    if (field->isBitField() || field->getIdentifier() == nullptr) {
      nothing();
    } else if (flattened()) {
      each_shown.push_back(inner_shown);
      each_passed.push_back(inner_passed);
    } else if (const auto* array = dyn_cast<ConstantArrayType>(type);
               array != nullptr && array->getElementType()->isArithmeticType() &&
               !array->getElementType()->isCharType() && array->getSize().getZExtValue() <= kMaxArrayFields &&
               callable.parameters.size() + array->getSize().getZExtValue() <= kMaxAggregateFields) {
      const std::size_t first = each_shown.size();
      for (std::size_t i = 0; i < array->getSize().getZExtValue(); ++i) (void)leaf(name, array->getElementType());
      const auto join = [first](std::vector<std::string>& list) {
        const std::string joined =
            fmt::format("{{{}}}", fmt::join(list.begin() + static_cast<std::ptrdiff_t>(first), list.end(), ", "));
        list.resize(first);
        list.push_back(joined);
      };
      join(each_shown);
      join(each_passed);
    } else if (type->isArrayType() || !is_copyable(type) || !leaf(name, type)) {
      nothing();
    }
  }
  while (!each_shown.empty() && each_shown.back() == "{}") {
    each_shown.pop_back();
    each_passed.pop_back();
  }
  shown = fmt::format("{{{}}}", fmt::join(each_shown, ", "));
  passed = fmt::format("{{{}}}", fmt::join(each_passed, ", "));
  return true;
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
    if (!types_.fill(self, context_.getLValueReferenceType(context_.getRecordType(record)))) return;
    if (!type.isConstQualified() && !type->isReferenceType() && !type->isArrayType()) {
      Callable write = make(CallableKind::kFieldWrite, owner + "::" + name, owner);
      Parameter value;
      value.name = name;
      if (types_.fill(value, type.getUnqualifiedType())) {
        write.mutates_object = true;
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
  for (std::size_t i = 0; i < types_.handles().size(); ++i) {
    const QualType type = types_.handles()[i];
    const std::string spelled = types_.spelling(type);
    Callable callable = make(CallableKind::kVariable, spelled, "");
    callable.result = types_.variable(type);
    callable.expression = "nullptr";
    callable.declaration = spelled + (spelled.ends_with('*') ? " {r} = nullptr;" : " {r} = nullptr;");
    if (callable.result) add(std::move(callable), "*(void**)out = nullptr;");
  }
}

void Builder::instantiate(FunctionTemplateDecl* function, const CXXRecordDecl* record) {
  if (!is_reachable(function) || !seen_.insert(function->getCanonicalDecl()).second) return;
  if (function->getTemplatedDecl()->getDeclName().getNameKind() == DeclarationName::CXXConstructorName) return;
  const TemplateParameterList* parameters = function->getTemplateParameters();
  const std::string name = function->getNameAsString();
  std::vector<std::vector<QualType>> choices;  // explicit type arguments to try
  if (parameters->getMinRequiredArguments() == 0 && !parameters->hasParameterPack()) choices.push_back({});
  // What the report shows: "operator[]<char const>".
  for (const Decl* seed : context_.getTranslationUnitDecl()->decls())
    if (const auto* alias = dyn_cast<TypedefNameDecl>(seed);
        alias != nullptr && alias->getName().starts_with("reenact_argument_of_" + identifier(name) + "_"))
      choices.push_back({alias->getUnderlyingType()});
  if (parameters->getMinRequiredArguments() == 1 && isa<TemplateTypeParmDecl>(parameters->getParam(0)) &&
      !parameters->getParam(0)->isParameterPack()) {
    const auto* string = sema_.getStdNamespace() != nullptr ? sema_.getStdNamespace() : nullptr;
    choices.push_back({context_.IntTy});
    choices.push_back({context_.getPointerType(context_.CharTy.withConst())});
    if (string != nullptr)
      for (const NamedDecl* each : string->lookup(&context_.Idents.get("string")))
        if (const auto* alias = dyn_cast<TypedefNameDecl>(each)) choices.push_back({alias->getUnderlyingType()});
    choices.push_back({context_.DoubleTy});
  }
  std::set<std::string> tried;
  for (const std::vector<QualType>& types : choices) {
    Sema::SFINAETrap trap(sema_, true);
    TemplateArgumentListInfo given;
    std::vector<std::string> spelled;
    for (const QualType type : types) {
      given.addArgument(TemplateArgumentLoc(TemplateArgument(type), context_.getTrivialTypeSourceInfo(type)));
      spelled.push_back(types_.spelling(type));
    }
    const std::string arguments = spelled.empty() ? "" : fmt::format("<{}>", fmt::join(spelled, ", "));
    if (!tried.insert(arguments).second) continue;
    SmallVector<TemplateArgument> sugared, canonical;
    if (sema_.CheckTemplateArgumentList(function, function->getLocation(), given, false, sugared, canonical)) continue;
    TemplateArgumentList* list = TemplateArgumentList::CreateCopy(context_, canonical);
    const FunctionDecl* made = sema_.InstantiateFunctionDeclaration(function, list, function->getLocation());
    if (made == nullptr || trap.hasErrorOccurred() || made->isInvalidDecl() || made->getReturnType()->isUndeducedType())
      continue;
    if (const auto* method = dyn_cast<CXXMethodDecl>(made)) {
      add_method(method, arguments, method->isConst() && !method->isStatic());
    } else if (record == nullptr) {
      add_function(made, arguments);
    }
  }
}

}  // namespace reenact::api
