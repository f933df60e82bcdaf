#include "api/types/function_objects.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/Sema/Template.h>

#include <algorithm>

#include "api/types/called_with_anything.h"
#include "api/types/type_names.h"

namespace reenact::api {

using namespace clang;

// Each template is tried with probes of its own, so that what is instantiated of them is its doing.
const char* const kProbes =
    "namespace reenact_probes {\n"
    "template <int> struct Answer { template <class T> operator T() const; };\n"
    "template <int i> struct Any { template <class... A> Answer<i> operator()(A&&...) const; };\n"
    "}\n";

namespace {

// Bodies are instantiated for each try, which takes time where they are large.
constexpr unsigned kMostTries = 400;

/// As a lambda would take it, of the type it is called with: `T&` for what has a name, `T` for what has none.
QualType as_parameter(ASTContext& context, QualType given) {
  const QualType bare = given.getNonReferenceType().getCanonicalType();
  if (!bare->isRecordType()) return bare.getUnqualifiedType();
  return given->isLValueReferenceType() ? context.getLValueReferenceType(bare) : bare.getUnqualifiedType();
}

/// What takes both; null: there is no such type.
QualType common(ASTContext& context, QualType a, QualType b) {
  if (context.hasSameType(a, b)) return a;
  const QualType bare = a.getNonReferenceType().getUnqualifiedType();
  if (!context.hasSameType(bare, b.getNonReferenceType().getUnqualifiedType())) return {};
  return context.getLValueReferenceType(bare.withConst());
}

bool can_be_made(QualType type) {
  return can_be_named(type) && !type->isArrayType() && !type->isFunctionType() && !type->isMemberPointerType() &&
         !type->isVoidType() && !type->isNullPtrType();
}

/// `Heap<int, Probe>::Node`: it would be another type with another function object.
bool is_made_of_probe(QualType type) { return type.getCanonicalType().getAsString().contains("reenact_probes"); }

bool has_body(const FunctionTemplateDecl* function) {
  while (const FunctionTemplateDecl* original = function->getInstantiatedFromMemberTemplate()) function = original;
  return function->getTemplatedDecl()->getDefinition() != nullptr;
}

template <typename T>
T* only(DeclContext* scope, const DeclarationName& name) {
  for (NamedDecl* each : scope->lookup(name))
    if (auto* found = dyn_cast<T>(each)) return found;
  return nullptr;
}

}  // namespace

Listening::Listening(Sema& sema) : words_(sema.getDiagnostics()) {
  words_.setSuppressAllDiagnostics(false);
  words_.setFatalsAsError(true);
}

Listening::~Listening() {
  words_.Reset(true);
  words_.setSuppressAllDiagnostics(true);
}

FunctionObjects::FunctionObjects(Sema& sema, Instantiations& instantiations)
    : sema_(sema),
      instantiations_(instantiations),
      context_(sema.getASTContext()),
      probes_(only<NamespaceDecl>(context_.getTranslationUnitDecl(), &context_.Idents.get("reenact_probes"))),
      left_(kMostTries) {}

QualType FunctionObjects::specialised(DeclContext* scope, const char* name, TemplateArgumentLoc argument) {
  auto* made_of = only<ClassTemplateDecl>(scope, &context_.Idents.get(name));
  if (made_of == nullptr) return {};
  TemplateArgumentListInfo list;
  list.addArgument(argument);
  const QualType type = sema_.CheckTemplateIdType(TemplateName(made_of), made_of->getLocation(), list);
  return type.isNull() || !sema_.isCompleteType(made_of->getLocation(), type) ? QualType() : type.getCanonicalType();
}

FunctionObjects::Probe FunctionObjects::new_probe() {
  auto* number = IntegerLiteral::Create(context_, llvm::APInt(context_.getIntWidth(context_.IntTy), made_++),
                                        context_.IntTy, probes_->getLocation());
  const TemplateArgumentLoc argument(TemplateArgument(number), number);
  return {specialised(probes_, "Any", argument), specialised(probes_, "Answer", argument)};
}

QualType FunctionObjects::standard(const char* alias) const {
  NamespaceDecl* scope = sema_.getStdNamespace();
  const auto* found = scope == nullptr ? nullptr : only<TypedefNameDecl>(scope, &context_.Idents.get(alias));
  return found == nullptr ? QualType() : found->getUnderlyingType().getCanonicalType();
}

QualType FunctionObjects::vector_of(QualType element) {
  const Listening listening(sema_);
  const DiagnosticErrorTrap errors(sema_.getDiagnostics());
  const QualType vector = specialised(sema_.getStdNamespace(), "vector",
                                      {TemplateArgument(element), context_.getTrivialTypeSourceInfo(element)});
  return errors.hasErrorOccurred() ? QualType() : vector;
}

QualType FunctionObjects::function_type(QualType result, const std::vector<QualType>& parameters) {
  const QualType type = context_.getFunctionType(result, parameters, FunctionProtoType::ExtProtoInfo());
  return specialised(sema_.getStdNamespace(), "function",
                     {TemplateArgument(type), context_.getTrivialTypeSourceInfo(type)});
}

QualType FunctionObjects::called_with_anything(QualType result) {
  return specialised(context_.getTranslationUnitDecl(), kCalledWithAnythingName,
                     {TemplateArgument(result), context_.getTrivialTypeSourceInfo(result)});
}

QualType FunctionObjects::object_for(const Signature& signature, std::size_t k) {
  const QualType result = signature.results[std::min(k, signature.results.size() - 1)];
  return signature.is_anything ? called_with_anything(result) : function_type(result, signature.parameters);
}

bool FunctionObjects::compiles(FunctionTemplateDecl* function, const std::vector<QualType>& types) {
  if (left_ == 0) return false;
  --left_;
  const Listening listening(sema_);
  const DiagnosticErrorTrap errors(sema_.getDiagnostics());
  TemplateArgumentListInfo given;
  for (const QualType type : types)
    given.addArgument(TemplateArgumentLoc(TemplateArgument(type), context_.getTrivialTypeSourceInfo(type)));
  SmallVector<TemplateArgument> sugared, canonical;
  FunctionDecl* made = nullptr;
  {
    const Sema::SFINAETrap trap(sema_, true);
    if (!sema_.CheckTemplateArgumentList(function, function->getLocation(), given, false, sugared, canonical))
      made = sema_.InstantiateFunctionDeclaration(function, TemplateArgumentList::CreateCopy(context_, canonical),
                                                  function->getLocation());
    if (trap.hasErrorOccurred()) made = nullptr;
  }
  if (made == nullptr || made->isInvalidDecl()) return false;
  if (!instantiate_body(made)) return false;
  return !errors.hasErrorOccurred() && !made->isInvalidDecl();
}

bool FunctionObjects::instantiate_body(FunctionDecl* function) {
  const std::string place = function->getLocation().printToString(sema_.getSourceManager());
  if (!instantiations_.may_begin(place)) return false;
  instantiations_.begin(place);
  sema_.InstantiateFunctionDefinition(function->getLocation(), function, true, true);
  instantiations_.end();
  return true;
}

std::vector<QualType> FunctionObjects::results_wanted(const Probe& probe, bool was_fine,
                                                      const std::vector<QualType>& parameters) const {
  std::vector<QualType> result;
  const auto add = [&](QualType type) {
    if (type.isNull()) return;
    type = type.getCanonicalType().getNonReferenceType().getUnqualifiedType();
    const bool is_new = std::ranges::none_of(result, [&](QualType each) { return context_.hasSameType(each, type); });
    if (is_new && (type->isVoidType() || can_be_made(type))) result.push_back(type);
  };
  const CXXRecordDecl* answer = probe.answer->getAsCXXRecordDecl();
  std::vector<QualType> converted;
  for (NamedDecl* each : answer->getDefinition()->getVisibleConversionFunctions())
    if (auto* conversion = dyn_cast<FunctionTemplateDecl>(each->getUnderlyingDecl()))
      for (const FunctionDecl* used : conversion->specializations()) converted.push_back(used->getReturnType());
  // Where it is calculated with, all numbers are considered, and none is better.
  if (converted.size() == 1 && converted.front()->isArithmeticType()) add(converted.front());
  // Taken as it comes, or not at all.
  if (result.empty() && was_fine) add(context_.VoidTy);
  for (const QualType each : {QualType(context_.IntTy), QualType(context_.BoolTy), QualType(context_.DoubleTy),
                              standard("string"), QualType(context_.VoidTy)})
    add(each);
  if (!parameters.empty()) add(parameters.front());
  return result;
}

FunctionTemplateDecl* FunctionObjects::call_of(const Probe& probe) const {
  CXXRecordDecl* record = probe.type->getAsCXXRecordDecl()->getDefinition();
  return only<FunctionTemplateDecl>(record, context_.DeclarationNames.getCXXOperatorName(OO_Call));
}

bool FunctionObjects::is_called(const Probe& probe) const {
  FunctionTemplateDecl* call = call_of(probe);
  return call != nullptr && call->spec_begin() != call->spec_end();
}

std::optional<FunctionObjects::Signature> FunctionObjects::signature_of(const Probe& probe, bool was_fine) const {
  if (!is_called(probe)) return std::nullopt;
  std::optional<std::vector<QualType>> taken;
  bool is_anything = false;
  for (const FunctionDecl* used : call_of(probe)->specializations()) {
    std::vector<QualType> here;
    for (const TemplateArgument& each : used->getTemplateSpecializationArgs()->get(0).pack_elements()) {
      here.push_back(as_parameter(context_, each.getAsType()));
      is_anything = is_anything || !can_be_made(here.back().getNonReferenceType()) || here.back()->isDependentType() ||
                    is_made_of_probe(here.back());
    }
    if (!taken) taken = here;
    is_anything = is_anything || taken->size() != here.size();
    for (std::size_t i = 0; i < here.size() && !is_anything; ++i) {
      (*taken)[i] = common(context_, (*taken)[i], here[i]);
      is_anything = (*taken)[i].isNull();
    }
  }
  if (is_anything) taken->clear();
  std::vector<QualType> results = results_wanted(probe, was_fine, *taken);
  return Signature{std::move(*taken), std::move(results), is_anything};
}

std::optional<FunctionObjects::Parameters> FunctionObjects::parameters_of(const FunctionTemplateDecl* function) const {
  constexpr unsigned kMost = 3;
  const TemplateParameterList* list = function->getTemplateParameters();
  const unsigned count = list->getMinRequiredArguments();
  if (count == 0 || count > kMost) return std::nullopt;
  Parameters result;
  for (unsigned i = 0; i < count; ++i) {
    const auto* parameter = dyn_cast<TemplateTypeParmDecl>(list->getParam(i));
    if (parameter == nullptr || parameter->isParameterPack()) return std::nullopt;
    bool is_passed = false, is_forwarded = false;
    for (const ParmVarDecl* each : function->getTemplatedDecl()->parameters()) {
      const QualType type = each->getType();
      const auto* bare = type.getNonReferenceType()->getAs<TemplateTypeParmType>();
      if (bare == nullptr || bare->getDepth() != parameter->getDepth() || bare->getIndex() != parameter->getIndex())
        continue;
      is_passed = true;
      is_forwarded = is_forwarded || type->isRValueReferenceType();
    }
    result.is_passed.push_back(is_passed);
    result.is_forwarded.push_back(is_forwarded);
  }
  return std::ranges::find(result.is_passed, true) == result.is_passed.end() ? std::nullopt : std::optional(result);
}

std::vector<QualType> FunctionObjects::try_probes(FunctionTemplateDecl* function, const Parameters& parameters,
                                                  std::optional<std::size_t> only, QualType other) {
  std::vector<QualType> types;
  std::vector<std::pair<std::size_t, Probe>> probes;
  for (std::size_t i = 0; i < parameters.is_passed.size(); ++i) {
    types.push_back(other);
    if (!parameters.is_passed[i] || (only && *only != i)) continue;
    probes.emplace_back(i, new_probe());
    if (probes.back().second.type.isNull() || probes.back().second.answer.isNull()) return {};
    types.back() = probes.back().second.type;
  }
  const bool was_fine = compiles(function, types);
  // What each is to return is tried one by one: templates that take several take them for the same.
  std::vector<Signature> signatures;
  for (const auto& [i, probe] : probes) {
    auto signature = signature_of(probe, was_fine);
    if (!signature) return {};
    signatures.push_back(std::move(*signature));
  }
  for (std::size_t k = 0; k < signatures.front().results.size(); ++k) {
    for (std::size_t i = 0; i < probes.size(); ++i) {
      const QualType made = object_for(signatures[i], k);
      if (made.isNull()) return {};
      const std::size_t at = probes[i].first;
      types[at] = parameters.is_forwarded[at] ? context_.getLValueReferenceType(made) : made;
    }
    if (compiles(function, types)) return types;
  }
  return {};
}

std::vector<QualType> FunctionObjects::arguments_for(FunctionTemplateDecl* function) {
  const auto parameters = parameters_of(function);
  if (probes_ == nullptr || sema_.getStdNamespace() == nullptr || !parameters || !has_body(function)) return {};
  const auto count = static_cast<std::size_t>(std::ranges::count(parameters->is_passed, true));
  std::vector<QualType> others{context_.IntTy};
  if (std::vector<QualType> all = try_probes(function, *parameters, std::nullopt, context_.IntTy); !all.empty())
    return all;
  if (count == parameters->is_passed.size() && count == 1) return {};
  const QualType numbers =
      specialised(sema_.getStdNamespace(), "vector",
                  {TemplateArgument(context_.IntTy), context_.getTrivialTypeSourceInfo(context_.IntTy)});
  if (!numbers.isNull()) others.push_back(numbers);
  for (std::size_t i = parameters->is_passed.size(); i-- > 0;)
    for (const QualType other : others)
      if (parameters->is_passed[i])
        if (std::vector<QualType> one = try_probes(function, *parameters, i, other); !one.empty()) return one;
  return {};
}

bool FunctionObjects::are_deduced(const FunctionTemplateDecl* function) const {
  llvm::SmallBitVector deduced(function->getTemplateParameters()->size());
  Sema::MarkDeducedTemplateParameters(context_, function, deduced);
  for (unsigned i = 0; i < function->getTemplateParameters()->getMinRequiredArguments(); ++i)
    if (!deduced[i]) return false;
  return true;
}

}  // namespace reenact::api
