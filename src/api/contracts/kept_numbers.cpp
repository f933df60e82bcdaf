#include "api/contracts/kept_numbers.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>

namespace reenact::api {

using namespace clang;

namespace {

/// Counts how often a parameter is named, and how often that only reads it.
class Readings : public RecursiveASTVisitor<Readings> {
 public:
  explicit Readings(const ParmVarDecl* parameter) : parameter_(parameter) {}

  bool VisitDeclRefExpr(const DeclRefExpr* each) {
    named_ += each->getDecl() == parameter_ ? 1 : 0;
    return true;
  }
  bool VisitImplicitCastExpr(const ImplicitCastExpr* each) {
    if (each->getCastKind() == CK_LValueToRValue) note(each->getSubExpr());
    return true;
  }
  /// `values_.push_back(value)` copies it.
  bool VisitCXXMemberCallExpr(const CXXMemberCallExpr* call) {
    const CXXMethodDecl* method = call->getMethodDecl();
    if (method == nullptr || !method->getParent()->isInStdNamespace()) return true;
    for (const Expr* each : call->arguments()) note(each);
    return true;
  }

  [[nodiscard]] bool are_all() const { return read_ == named_; }

 private:
  void note(const Expr* given) {
    const auto* name = dyn_cast<DeclRefExpr>(given->IgnoreParens());
    read_ += name != nullptr && name->getDecl() == parameter_ ? 1 : 0;
  }

  const ParmVarDecl* parameter_;
  unsigned named_ = 0, read_ = 0;
};

}  // namespace

bool forgets_number(const FunctionDecl* function, unsigned index) {
  const QualType result = function->getReturnType().getCanonicalType();
  if (result->isReferenceType() || result->isPointerType()) return false;
  if (const FunctionDecl* made_of = function->getTemplateInstantiationPattern()) {
    const bool is_value = index < made_of->getNumParams() && made_of->getParamDecl(index)->getType()->isDependentType();
    return is_value && !isa<CXXConstructorDecl>(function);
  }
  const FunctionDecl* definition = nullptr;
  if (!function->hasBody(definition) || index >= definition->getNumParams()) return false;
  Readings readings(definition->getParamDecl(index));
  readings.TraverseDecl(const_cast<FunctionDecl*>(definition));
  return readings.are_all();
}

}  // namespace reenact::api
