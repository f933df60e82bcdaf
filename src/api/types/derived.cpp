#include "api/types/derived.h"

#include <clang/AST/CXXInheritance.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace reenact::api {

using namespace clang;

namespace {

constexpr std::size_t kMaxSources = 24;  // of one parameter

/// Knows which classes among the variables derive from which, and the casts made so far.
class DerivedSources {
 public:
  DerivedSources(const TypeTable& types, ApiModel& api) : types_(types), api_(api) {
    for (const CXXRecordDecl* record : types.records()) {
      record_of_[*types.find_record(record)] = record;
      for (const bool is_const : {false, true})
        if (const auto pointer = pointer_to(record, is_const)) pointee_of_[*pointer] = {record, is_const};
      for (const CXXRecordDecl* base : types.records())
        if (is_public_base(base, record)) derived_of_[base].push_back(record);
    }
  }

  std::vector<std::string> add() {
    for (Callable& callable : api_.callables)
      for (std::size_t k = 0; k < callable.parameters.size(); ++k) {
        Parameter& parameter = callable.parameters[k];
        if (parameter.deletes) continue;  // the base's destructor need not be virtual
        const bool is_object = callable.kind == CallableKind::kMethod && k == 0;
        for (const Source& source : sources_for(parameter, is_object ? callable.name : ""))
          if (parameter.sources.size() < kMaxSources) parameter.sources.push_back(source);
      }
    return std::move(casts_);
  }

 private:
  bool is_public_base(const CXXRecordDecl* base, const CXXRecordDecl* derived) const {
    const CXXRecordDecl* definition = derived->getDefinition();
    if (base == derived || definition == nullptr || base->getDefinition() == nullptr) return false;
    const ASTContext& context = types_.context();
    CXXBasePaths paths(true, true, false);
    return definition->isDerivedFrom(base->getDefinition(), paths) &&
           !paths.isAmbiguous(context.getCanonicalType(context.getRecordType(base->getDefinition()))) &&
           paths.front().Access == AS_public;
  }

  std::optional<TypeId> pointer_to(const CXXRecordDecl* record, bool is_const) const {
    QualType type = types_.context().getRecordType(record);
    if (is_const) type = type.withConst();
    return types_.find_pointer(types_.context().getPointerType(type));
  }

  /// Does `name`, of a derived object, mean something else than the base's method: does a class between them declare it, and not
  /// only override it, for all to call?
  static bool hides(const CXXRecordDecl* derived, const CXXRecordDecl* base, StringRef name) {
    const CXXRecordDecl* definition = derived->getDefinition();
    if (definition == nullptr || derived->getCanonicalDecl() == base->getCanonicalDecl()) return false;
    const auto is_named = [&](const NamedDecl* each) {
      return each->getIdentifier() != nullptr && each->getName() == name && !isa<CXXRecordDecl>(each);
    };
    std::size_t overriding = 0;
    for (const Decl* each : definition->decls()) {
      const auto* named = dyn_cast<NamedDecl>(each);
      if (named == nullptr || !is_named(named)) continue;
      if (isa<UsingDecl>(named)) return false;  // the base's stand beside them
      const auto* method = dyn_cast<CXXMethodDecl>(named);
      if (method == nullptr || method->getAccess() != AS_public || method->size_overridden_methods() == 0) return true;
      ++overriding;
    }
    if (overriding > 0) {
      const CXXRecordDecl* of = base->getDefinition();
      return std::ranges::count_if(of->methods(), is_named) > static_cast<std::ptrdiff_t>(overriding);
    }
    return std::ranges::any_of(definition->bases(), [&](const CXXBaseSpecifier& each) {
      const CXXRecordDecl* between = each.getType()->getAsCXXRecordDecl();
      return between != nullptr && between->getDefinition() != nullptr &&
             between->getDefinition()->isDerivedFrom(base->getDefinition()) && hides(between, base, name);
    });
  }

  /// `method`: qualified name of the one whose object the parameter is; "": it is another one.
  std::vector<Source> sources_for(const Parameter& parameter, StringRef method) {
    std::vector<Source> result;
    for (const Source& source : parameter.sources) {
      const CXXRecordDecl* base = nullptr;
      bool is_const = false;
      if (source.mode == PassMode::kAddress && record_of_.contains(source.type)) base = record_of_.at(source.type);
      if (source.mode == PassMode::kLoad && pointee_of_.contains(source.type))
        std::tie(base, is_const) = pointee_of_.at(source.type);
      const auto derived = derived_of_.find(base);
      if (derived == derived_of_.end()) continue;
      for (const CXXRecordDecl* each : derived->second) {
        const auto type = source.mode == PassMode::kAddress ? types_.find_record(each) : pointer_to(each, is_const);
        if (type)
          result.push_back({*type, source.mode, cast(each, base),
                            !method.empty() && hides(each, base, method.substr(method.rfind(':') + 1))});
      }
    }
    return result;
  }

  std::uint32_t cast(const CXXRecordDecl* derived, const CXXRecordDecl* base) {
    const auto [it, is_new] = cast_ids_.try_emplace({derived, base}, static_cast<std::uint32_t>(casts_.size()));
    if (is_new)
      casts_.push_back("return const_cast<void*>(static_cast<const void*>(static_cast<const " + storage_of(base) +
                       "*>(static_cast<const " + storage_of(derived) + "*>(p))));");
    return it->second;
  }

  const std::string& storage_of(const CXXRecordDecl* record) const {
    return types_.storage()[types_.find_record(record)->index()];
  }

  const TypeTable& types_;
  ApiModel& api_;
  std::map<TypeId, const CXXRecordDecl*> record_of_;
  std::map<TypeId, std::pair<const CXXRecordDecl*, bool>> pointee_of_;  // and whether it is const
  std::map<const CXXRecordDecl*, std::vector<const CXXRecordDecl*>> derived_of_;
  std::vector<std::string> casts_;
  std::map<std::pair<const CXXRecordDecl*, const CXXRecordDecl*>, std::uint32_t> cast_ids_;
};

}  // namespace

std::vector<std::string> add_derived_sources(const TypeTable& types, ApiModel& api) {
  return DerivedSources(types, api).add();
}

}  // namespace reenact::api
