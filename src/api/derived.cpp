#include "api/derived.h"

#include <clang/AST/CXXInheritance.h>

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
      for (Parameter& parameter : callable.parameters)
        for (const Source& source : sources_for(parameter))
          if (parameter.sources.size() < kMaxSources) parameter.sources.push_back(source);
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

  std::vector<Source> sources_for(const Parameter& parameter) {
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
        if (type) result.push_back({*type, source.mode, cast(each, base)});
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
