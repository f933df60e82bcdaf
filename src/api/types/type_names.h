// How C++ types are spelled in generated code and in tests.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/PrettyPrinter.h>
#include <clang/AST/Type.h>

#include <map>
#include <optional>
#include <string>

namespace reenact::api {

class TypeNames {
 public:
  explicit TypeNames(const clang::ASTContext& context);

  /// Fully qualified spelling of a type, by the project's and the standard library's aliases where there are some.
  [[nodiscard]] std::string spelling(clang::QualType type) const;
  /// A nicer name for a class: the project's alias of a specialisation. The first one given counts.
  void name_record(const clang::CXXRecordDecl* record, std::string name);
  /// The project's alias for instances of a class template. REQUIRES: it is of one (template_named_by).
  void name_template(const clang::TypeAliasTemplateDecl* alias);

 private:
  /// By one of the aliases; nullopt: it has none.
  [[nodiscard]] std::optional<std::string> name_of(const clang::CXXRecordDecl* record) const;
  [[nodiscard]] std::string spelling(const clang::TemplateArgument& argument) const;
  [[nodiscard]] std::string with_names_of_parts(std::string text, const clang::CXXRecordDecl* record) const;

  clang::PrintingPolicy policy_;
  std::map<const clang::CXXRecordDecl*, std::string> names_;
  std::multimap<const clang::ClassTemplateDecl*, const clang::TypeAliasTemplateDecl*> aliases_;
};

/// False for types that generated code cannot name: unnamed, local, private, compiler-internal, or made of such.
[[nodiscard]] bool can_be_named(clang::QualType type);

}  // namespace reenact::api
