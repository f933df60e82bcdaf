// Class templates of which the library itself makes nothing: instances as its tests and examples write them.
#include <clang/AST/DeclTemplate.h>

#include <algorithm>
#include <map>

#include "api/builder/builder.h"
#include "api/sources/users_templates.h"

namespace reenact::api {

using namespace clang;

namespace {

/// As its users write it, where they are in no namespace of the library: "nod::signal<void (int)>", which is an alias.
std::string spelled_by_users(const TypedefNameDecl* alias) {
  const bool uses_one = std::ranges::any_of(alias->getDeclContext()->decls(),
                                            [](const Decl* each) { return isa<UsingDirectiveDecl>(each); });
  return uses_one ? "" : alias->getUnderlyingType().getAsString(PrintingPolicy(alias->getASTContext().getLangOpts()));
}

}  // namespace

std::vector<Builder::UsersInstance> Builder::instances_of_users() const {
  std::vector<UsersInstance> result;
  for (std::size_t i = 0; i < kMostUsersTemplates; ++i)
    for (NamedDecl* each : context_.getTranslationUnitDecl()->lookup(&context_.Idents.get(users_namespace(i))))
      for (const Decl* declared : cast<DeclContext>(each)->decls())
        if (const auto* alias = dyn_cast<TypedefNameDecl>(declared); alias != nullptr && !alias->isInvalidDecl())
          if (const auto* made = specialisation_of(alias); made != nullptr)
            result.push_back({made, spelled_by_users(alias)});
  return result;
}

void Builder::add_instances_of_users() {
  constexpr std::size_t kMostOfOne = 2;  // instances of a template
  std::map<const ClassTemplateDecl*, std::size_t> made;
  for (const CXXRecordDecl* each : types_.records())
    if (const auto* known = dyn_cast<ClassTemplateSpecializationDecl>(each))
      made[known->getSpecializedTemplate()->getCanonicalDecl()] = kMostOfOne;
  for (const UsersInstance& each : instances_of_users()) {
    const QualType type = context_.getRecordType(each.made);
    if (made[each.made->getSpecializedTemplate()->getCanonicalDecl()]++ >= kMostOfOne || !types_.complete(type))
      continue;
    if (!each.spelled.empty()) types_.name_record(each.made, each.spelled);
    (void)types_.variable(type);
  }
}

}  // namespace reenact::api
