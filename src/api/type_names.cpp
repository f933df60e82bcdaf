#include "api/type_names.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace reenact::api {

using namespace clang;

namespace {

/// "struct daemon" beside "int daemon(int, int)": the plain name is the function.
bool is_hidden(const TagDecl* tag) {
  if (tag->getIdentifier() == nullptr || !tag->getDeclContext()->getRedeclContext()->isTranslationUnit()) return false;
  const auto others = tag->getDeclContext()->getRedeclContext()->lookup(tag->getDeclName());
  return std::ranges::any_of(others, [](const NamedDecl* other) {
    return !isa<TagDecl>(other) && !isa<TypedefNameDecl>(other) && !isa<TemplateDecl>(other);
  });
}

bool is_unnamed(const TagDecl* tag) {
  return tag->getIdentifier() == nullptr && tag->getTypedefNameForAnonDecl() == nullptr;
}

/// Can it be named from outside of the scopes it is declared in?
bool is_visible(const TagDecl* declaration) {
  for (const Decl* each = declaration; each != nullptr && !isa<TranslationUnitDecl>(each);
       each = cast<Decl>(each->getDeclContext())) {
    if (each->getAccess() == AS_private || each->getAccess() == AS_protected || isa<FunctionDecl>(each)) return false;
    if (const auto* space = dyn_cast<NamespaceDecl>(each); space != nullptr && space->isAnonymousNamespace())
      return false;
    if (const auto* scope = dyn_cast<TagDecl>(each); scope != nullptr && is_unnamed(scope)) return false;
  }
  return true;
}

/// libstdc++'s std::string and the like are spelled by their alias.
std::string with_standard_aliases(std::string text) {
  replace_all(text, "std::basic_string<char>", "std::string");
  replace_all(text, "std::basic_string<char, std::char_traits<char>, std::allocator<char>>", "std::string");
  replace_all(text, "std::basic_string_view<char, std::char_traits<char>>", "std::string_view");
  replace_all(text, "std::basic_string_view<char>", "std::string_view");
  replace_all(text, ", 18446744073709551615>", ">");  // the extent of a std::span that has none
  for (const char* stream : {"istream", "ostream", "iostream", "istringstream", "ostringstream", "stringstream"})
    replace_all(text, fmt::format("std::basic_{}<char>", stream), fmt::format("std::{}", stream));
  return text;
}

}  // namespace

TypeNames::TypeNames(const ASTContext& context) : policy_(context.getLangOpts()) {
  policy_.SuppressTagKeyword = true;
  policy_.Bool = true;
  policy_.PrintCanonicalTypes = true;  // also in the arguments of explicit specialisations: "convert<YAML::Node>"
  policy_.SuppressUnwrittenScope = true;
  policy_.SuppressInlineNamespace = true;
}

void TypeNames::name_record(const CXXRecordDecl* record, std::string name) {
  names_.emplace(record->getCanonicalDecl(), std::move(name));
}

std::string TypeNames::spelling(QualType type) const {
  if (const auto* record = type->getAsCXXRecordDecl();
      record != nullptr && !type->isPointerType() && !type->isReferenceType())
    if (const auto it = names_.find(record->getCanonicalDecl()); it != names_.end())
      return (type.isConstQualified() ? "const " : "") + it->second;
  // The project's alias also behind pointers: "nlohmann::json*".
  if (type->isPointerType() && type->getPointeeType()->isRecordType())
    return spelling(type->getPointeeType()) + "*" + (type.isConstQualified() ? " const" : "");
  // Canonical: a type as written may need the scope it was written in ("void (*)(const Slice&)" inside namespace leveldb).
  if (const TagDecl* tag = type->getAsTagDecl(); tag != nullptr && is_hidden(tag))
    return fmt::format("{}{} {}", type.isConstQualified() ? "const " : "", tag->getKindName().str(),
                       tag->getNameAsString());
  return with_standard_aliases(type.getCanonicalType().getAsString(policy_));
}

bool can_be_named(QualType given) {
  QualType type = given.getCanonicalType();
  while (type->isPointerType() || type->isReferenceType() || type->isArrayType())
    type = type->isArrayType() ? QualType(type->getArrayElementTypeNoTypeQual(), 0) : type->getPointeeType();
  if (const auto* prototype = type->getAs<FunctionProtoType>()) {
    for (const QualType each : prototype->param_types())
      if (!can_be_named(each)) return false;
    return can_be_named(prototype->getReturnType());
  }
  const TagDecl* declaration = type->getAsTagDecl();
  if (declaration == nullptr) return true;
  if (declaration->getName().starts_with("__va_list")) return false;
  if (is_unnamed(declaration)) return false;
  if (const auto* specialisation = dyn_cast<ClassTemplateSpecializationDecl>(declaration))
    for (const TemplateArgument& each : specialisation->getTemplateArgs().asArray())
      if (each.getKind() == TemplateArgument::Type && !can_be_named(each.getAsType())) return false;
  return is_visible(declaration);
}

}  // namespace reenact::api
