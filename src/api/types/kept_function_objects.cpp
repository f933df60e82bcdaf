// Function objects that classes keep: `template <class T, class Compare> class SortedList`.
#include <clang/AST/DeclTemplate.h>
#include <clang/Sema/Template.h>

#include <algorithm>

#include "api/types/function_objects.h"
#include "base/text.h"

namespace reenact::api {

using namespace clang;

namespace {

/// Of a method that is written in the class or behind it, in the headers.
bool has_body_to_instantiate(const CXXMethodDecl* method) {
  if (method->isImplicit() || method->isDeleted() || method->isDefaulted() || method->isInvalidDecl()) return false;
  const FunctionDecl* pattern = method->getTemplateInstantiationPattern();
  return pattern != nullptr && pattern->isDefined();
}

bool is_public(const CXXMethodDecl* method) { return !method->isDeleted() && method->getAccess() == AS_public; }

bool takes(const FunctionDecl* function, QualType type) {
  return std::ranges::any_of(function->parameters(), [&](const ParmVarDecl* each) {
    return each->getType().getNonReferenceType().getCanonicalType().getUnqualifiedType() == type;
  });
}

/// Or do its constructors make the function object themselves, of nothing?
bool is_taken_by(const CXXRecordDecl* record, QualType function) {
  return std::ranges::any_of(record->methods(),
                             [&](const CXXMethodDecl* each) { return is_public(each) && takes(each, function); });
}

/// "Hash", "Hasher", "KeyHash": by the template parameter's name.
bool is_hash(const ClassTemplateDecl* made_of, std::size_t parameter) {
  return lower(made_of->getTemplateParameters()->getParam(static_cast<unsigned>(parameter))->getNameAsString())
      .contains("hash");
}

}  // namespace

void FunctionObjects::prefer_size(Signature& signature) const {
  // Where the class calculates with it (`hash(key) % size`), any number does.
  if (!signature.results.empty() && context_.hasSameType(signature.results.front(), context_.IntTy))
    signature.results.insert(signature.results.begin(), QualType(context_.getSizeType()));
}

unsigned FunctionObjects::faults_of(CXXRecordDecl* record) {
  std::vector<CXXMethodDecl*> methods;
  for (CXXMethodDecl* each : record->methods())
    if (has_body_to_instantiate(each)) methods.push_back(each);
  unsigned result = 0;
  for (CXXMethodDecl* each : methods) {
    const DiagnosticErrorTrap errors(sema_.getDiagnostics());
    if (!instantiate_body(each) || errors.hasErrorOccurred()) ++result;
  }
  return result;
}

std::optional<FunctionObjects::Instance> FunctionObjects::instance(ClassTemplateDecl* made_of, const Known& arguments) {
  if (left_ == 0) return std::nullopt;
  --left_;
  TemplateArgumentListInfo list;
  for (const std::optional<TemplateArgument>& each : arguments) {
    const bool is_type = each->getKind() == TemplateArgument::Type;
    list.addArgument(sema_.getTrivialTemplateArgumentLoc(*each, is_type ? QualType() : each->getIntegralType(),
                                                         made_of->getLocation()));
  }
  const Listening listening(sema_);
  const DiagnosticErrorTrap errors(sema_.getDiagnostics());
  const QualType type = sema_.CheckTemplateIdType(TemplateName(made_of), made_of->getLocation(), list);
  if (type.isNull() || !sema_.isCompleteType(made_of->getLocation(), type) || errors.hasErrorOccurred())
    return std::nullopt;
  return Instance{type.getCanonicalType(), faults_of(type->getAsCXXRecordDecl()->getDefinition())};
}

std::optional<std::vector<FunctionObjects::Probe>> FunctionObjects::put_probes(Known& arguments,
                                                                               const std::vector<std::size_t>& places) {
  std::vector<Probe> result;
  for (const std::size_t place : places) {
    result.push_back(new_probe());
    if (result.back().type.isNull() || result.back().answer.isNull()) return std::nullopt;
    arguments[place] = TemplateArgument(result.back().type);
  }
  return result;
}

std::vector<std::size_t> FunctionObjects::called_arguments(ClassTemplateDecl* made_of, Known known) {
  std::vector<std::size_t> unknown, result;
  for (std::size_t i = 0; i < known.size(); ++i)
    if (!known[i]) unknown.push_back(i);
  const auto probes = put_probes(known, unknown);
  if (!probes || !instance(made_of, known)) return {};
  for (std::size_t i = 0; i < unknown.size(); ++i)
    if (is_called((*probes)[i])) result.push_back(unknown[i]);
  return result;
}

std::optional<FunctionObjects::Known> FunctionObjects::with_functions(Known known,
                                                                      const std::vector<std::size_t>& places,
                                                                      const std::vector<Signature>& signatures,
                                                                      std::size_t k) {
  for (std::size_t i = 0; i < places.size(); ++i) {
    const QualType made = object_for(signatures[i], k);
    if (made.isNull()) return std::nullopt;
    known[places[i]] = TemplateArgument(made);
  }
  return known;
}

/// What compares two of a kind is a std::less, what makes a number of one a std::hash.
QualType FunctionObjects::standard_functor(const Signature& signature) {
  const std::size_t count = signature.parameters.size();
  if (signature.is_anything || count == 0 || count > 2 ||
      !context_.hasSameType(signature.parameters.front(), signature.parameters.back()))
    return {};
  const QualType of = signature.parameters.front().getNonReferenceType().getUnqualifiedType();
  return specialised(sema_.getStdNamespace(), count == 2 ? "less" : "hash",
                     {TemplateArgument(of), context_.getTrivialTypeSourceInfo(of)});
}

std::optional<FunctionObjects::Keeper> FunctionObjects::keeper_with(ClassTemplateDecl* made_of, Known known,
                                                                    const std::vector<std::size_t>& places) {
  const auto probes = put_probes(known, places);
  const auto probed = probes ? instance(made_of, known) : std::nullopt;
  if (!probed) return std::nullopt;
  std::vector<Signature> signatures;
  std::size_t most_results = 0;
  for (const Probe& probe : *probes) {
    auto signature = signature_of(probe, probed->faults == 0);
    if (!signature) return std::nullopt;
    if (const std::size_t at = places[signatures.size()]; is_hash(made_of, at)) prefer_size(*signature);
    most_results = std::max(most_results, signature->results.size());
    signatures.push_back(std::move(*signature));
  }
  std::optional<Instance> best;
  std::size_t best_result = 0;
  for (std::size_t k = 0; k < most_results && (!best || best->faults > 0); ++k) {
    auto tried = with_functions(known, places, signatures, k);
    const auto made = tried ? instance(made_of, *tried) : std::nullopt;
    if (!made || (best && best->faults <= made->faults)) continue;
    best = made;
    best_result = k;
    known = std::move(*tried);
  }
  if (!best) return std::nullopt;
  Keeper result{best->type, {}};
  const CXXRecordDecl* record = best->type->getAsCXXRecordDecl()->getDefinition();
  std::vector<std::size_t> made_itself;  // of places: of nothing, by its constructors
  for (std::size_t i = 0; i < places.size(); ++i)
    if (const QualType function = known[places[i]]->getAsType(); is_taken_by(record, function))
      result.given.push_back(function);
    else
      made_itself.push_back(i);
  if (made_itself.empty()) return result;
  for (const bool is_standard : {true, false}) {
    for (const std::size_t i : made_itself) {
      Signature anything = signatures[i];
      anything.is_anything = true;
      const QualType standard = is_standard ? standard_functor(signatures[i]) : QualType();
      known[places[i]] = TemplateArgument(standard.isNull() ? object_for(anything, best_result) : standard);
    }
    const auto made = instance(made_of, known);
    if (!made || made->faults > best->faults) continue;
    result.type = made->type;
    return result;
  }
  return std::nullopt;
}

std::vector<FunctionObjects::Known> FunctionObjects::with_values(const Known& known,
                                                                 const std::vector<std::size_t>& called) {
  std::vector<Known> result;
  for (const QualType value : {QualType(context_.IntTy), standard("string")}) {
    if (value.isNull()) break;
    Known filled = known;
    for (std::size_t i = 0; i < known.size(); ++i)
      if (!known[i] && std::ranges::find(called, i) == called.end()) filled[i] = TemplateArgument(value);
    result.push_back(std::move(filled));
    const auto unknown = std::ranges::count_if(known, [](const auto& each) { return !each; });
    if (static_cast<std::size_t>(unknown) == called.size()) break;  // none is a value
  }
  return result;
}

std::vector<QualType> FunctionObjects::holders(ClassTemplateDecl* made_of, const Known& known) {
  std::vector<QualType> result;
  unsigned least = 0;  // faults of those
  for (const Known& filled : with_values(known, {})) {
    const auto made = instance(made_of, filled);
    if (!made || (!result.empty() && made->faults > least)) continue;
    if (made->faults < least) result.clear();
    least = made->faults;
    result.push_back(made->type);
  }
  return result;
}

std::optional<FunctionObjects::Keeper> FunctionObjects::keeper(ClassTemplateDecl* made_of, const Known& known) {
  if (probes_ == nullptr || sema_.getStdNamespace() == nullptr) return std::nullopt;
  const std::vector<std::size_t> called = called_arguments(made_of, known);
  if (called.empty()) return std::nullopt;
  for (Known& filled : with_values(known, called))
    if (auto found = keeper_with(made_of, std::move(filled), called)) return found;
  return std::nullopt;
}

}  // namespace reenact::api
