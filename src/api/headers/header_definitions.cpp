#include "api/headers/header_definitions.h"

#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/Basic/SourceManager.h>

namespace reenact::api {
namespace {

using namespace clang;

bool may_be_defined_once_only(const Decl* declaration) {
  if (declaration->isTemplated()) return false;
  if (const auto* function = dyn_cast<FunctionDecl>(declaration))
    return function->isThisDeclarationADefinition() && !function->isInlined() && !function->isTemplateInstantiation() &&
           !function->hasAttr<WeakAttr>() && function->hasExternalFormalLinkage();
  if (const auto* variable = dyn_cast<VarDecl>(declaration))
    return variable->isThisDeclarationADefinition() == VarDecl::Definition && !variable->isInline() &&
           !isTemplateInstantiation(variable->getTemplateSpecializationKind()) && !variable->hasAttr<SelectAnyAttr>() &&
           variable->hasExternalFormalLinkage();
  return false;
}

class Finder {
 public:
  explicit Finder(const SourceManager& sources) : sources_(sources) {}

  void look_through(const DeclContext* scope) {
    for (const Decl* each : scope->decls()) {
      if (may_be_defined_once_only(each)) note(each->getLocation());
      if (isa<NamespaceDecl, LinkageSpecDecl>(each)) look_through(cast<DeclContext>(each));
    }
  }
  [[nodiscard]] std::set<unsigned> take() { return std::move(lines_); }

 private:
  void note(SourceLocation place) {
    place = sources_.getExpansionLoc(place);
    if (sources_.isInSystemHeader(place)) return;
    while (!sources_.isInMainFile(place)) {
      place = sources_.getIncludeLoc(sources_.getFileID(place));
      if (place.isInvalid()) return;
      if (sources_.isInMainFile(place)) lines_.insert(sources_.getSpellingLineNumber(place));
    }
  }

  const SourceManager& sources_;
  std::set<unsigned> lines_;
};

}  // namespace

std::set<unsigned> includes_with_definitions(const ASTContext& context) {
  Finder finder(context.getSourceManager());
  finder.look_through(context.getTranslationUnitDecl());
  return finder.take();
}

}  // namespace reenact::api
