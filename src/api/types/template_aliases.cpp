#include "api/types/template_aliases.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>

#include <utility>

namespace reenact::api {

using namespace clang;

namespace {

const TemplateSpecializationType* definition_of(const TypeAliasTemplateDecl* alias) {
  return alias->getTemplatedDecl()->getUnderlyingType()->getAs<TemplateSpecializationType>();
}

/// The parameter of `alias` that an argument in its definition is; nullopt: it is something else.
std::optional<unsigned> parameter_in(const TemplateArgument& argument, const TypeAliasTemplateDecl* alias) {
  const unsigned depth = alias->getTemplateParameters()->getDepth();
  if (argument.getKind() == TemplateArgument::Type) {
    const auto* type = argument.getAsType()->getAs<TemplateTypeParmType>();
    if (type != nullptr && type->getDepth() == depth && !argument.getAsType().hasLocalQualifiers())
      return type->getIndex();
  }
  if (argument.getKind() == TemplateArgument::Expression)
    if (const auto* named = dyn_cast<DeclRefExpr>(argument.getAsExpr()->IgnoreParenImpCasts()))
      if (const auto* value = dyn_cast<NonTypeTemplateParmDecl>(named->getDecl());
          value != nullptr && value->getDepth() == depth)
        return value->getIndex();
  return std::nullopt;
}

/// `true` in the definition, and `true` of the instance.
bool is_same(const TemplateArgument& written, const TemplateArgument& made, const ASTContext& context) {
  if (written.getKind() == TemplateArgument::Type && made.getKind() == TemplateArgument::Type)
    return context.hasSameType(written.getAsType(), made.getAsType());
  if (written.getKind() != TemplateArgument::Expression || made.getKind() != TemplateArgument::Integral) return false;
  const Expr* expression = written.getAsExpr();
  if (expression->isValueDependent()) return false;
  const auto value = expression->getIntegerConstantExpr(context);
  return value && llvm::APSInt::isSameValue(*value, made.getAsIntegral());
}

}  // namespace

const ClassTemplateDecl* template_named_by(const TypeAliasTemplateDecl* alias) {
  const TemplateSpecializationType* type = definition_of(alias);
  return type == nullptr ? nullptr : dyn_cast_or_null<ClassTemplateDecl>(type->getTemplateName().getAsTemplateDecl());
}

std::optional<std::vector<TemplateArgument>> arguments_of_alias(const TypeAliasTemplateDecl* alias,
                                                                const ClassTemplateSpecializationDecl* made) {
  const TemplateSpecializationType* type = definition_of(alias);
  const ArrayRef<TemplateArgument> arguments = made->getTemplateArgs().asArray();
  if (type == nullptr || template_named_by(alias) == nullptr ||
      template_named_by(alias)->getCanonicalDecl() != made->getSpecializedTemplate()->getCanonicalDecl())
    return std::nullopt;
  const ArrayRef<TemplateArgument> written = type->template_arguments();
  const TemplateParameterList* defined = made->getSpecializedTemplate()->getTemplateParameters();
  if (defined->hasParameterPack() || written.size() > arguments.size() ||
      arguments_by_default(made->getASTContext(), *defined, arguments) < arguments.size() - written.size())
    return std::nullopt;
  std::vector<std::optional<TemplateArgument>> found(alias->getTemplateParameters()->size());
  for (std::size_t i = 0; i < written.size(); ++i) {
    const auto parameter = parameter_in(written[i], alias);
    if (!parameter && !is_same(written[i], arguments[i], made->getASTContext())) return std::nullopt;
    if (!parameter) continue;
    if (found[*parameter] && !found[*parameter]->structurallyEquals(arguments[i])) return std::nullopt;
    found[*parameter] = arguments[i];
  }
  std::vector<TemplateArgument> result;
  for (const auto& each : found) {
    if (!each) return std::nullopt;
    result.push_back(*each);
  }
  return result;
}

std::size_t arguments_by_default(const ASTContext& context, const TemplateParameterList& parameters,
                                 ArrayRef<TemplateArgument> arguments) {
  if (parameters.hasParameterPack() || arguments.size() != parameters.size()) return 0;
  std::size_t result = 0;
  for (std::size_t i = arguments.size(); i-- > 0; ++result)
    if (!isSubstitutedDefaultArgument(const_cast<ASTContext&>(context), arguments[i],
                                      parameters.getParam(static_cast<unsigned>(i)), arguments, parameters.getDepth()))
      break;
  return result;
}

}  // namespace reenact::api
