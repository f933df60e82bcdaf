// The table of types of an ApiModel being built, and the rules of which variable fits which parameter.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/Mangle.h>
#include <clang/Sema/Sema.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "subject/api_model.h"

namespace reenact::api {

class TypeTable {
 public:
  TypeTable(clang::Sema& sema, ApiModel& api);

  /// Fully qualified spelling of a type for generated code and tests.
  [[nodiscard]] std::string spelling(clang::QualType type) const;
  /// False for types that generated code cannot name: unnamed, local, private, compiler-internal, or made of such.
  [[nodiscard]] bool can_be_named(clang::QualType type) const;
  /// The type of a variable that holds a value of `type` (references become pointers); nullopt: not supported.
  [[nodiscard]] std::optional<TypeId> variable(clang::QualType type);
  [[nodiscard]] TypeId text();
  [[nodiscard]] TypeId numbers_of(clang::QualType element);
  /// Names of files with contents of the test's choice, as `const char*` and as std::string; nullopt: no parameter
  /// sounds like one.
  [[nodiscard]] std::optional<TypeId> file_name() const { return file_name_; }
  [[nodiscard]] std::optional<TypeId> file_string() const { return file_string_; }
  /// The pointer type behind a kPointer variable; null for others.
  [[nodiscard]] clang::QualType pointer_of(TypeId type) const {
    const auto it = pointer_types_.find(type);
    return it == pointer_types_.end() ? clang::QualType() : it->second;
  }
  /// Sources for a parameter of `type` (with its reference); registers the types it needs. False: not supported.
  bool fill(Parameter& parameter, clang::QualType type);
  /// Makes `buffer` and `length` a (pointer, length) pair.
  void pair_up(Parameter& buffer, Parameter& length, std::uint32_t buffer_index);

  /// Adds derived classes' variables to the parameters that take a base; call once, at the end.
  void add_derived_sources();

  /// Records seen as variables, in order of first use; the builder describes those of the project.
  [[nodiscard]] const std::vector<const clang::CXXRecordDecl*>& records() const { return records_; }
  /// Types T that are pointed to by `T**` parameters: they need `T* v = nullptr;`.
  [[nodiscard]] const std::vector<clang::QualType>& handles() const { return handles_; }
  [[nodiscard]] const std::vector<clang::QualType>& function_pointers() const { return function_pointers_; }

  struct Cast {
    std::string text;  // body of `void* f(void* p)`
  };
  [[nodiscard]] const std::vector<Cast>& casts() const { return casts_; }
  /// C++ spelling of the storage of each type (empty for texts and numbers).
  [[nodiscard]] const std::vector<std::string>& storage() const { return storage_; }
  /// By TypeId: whether the storage has a usable destructor that is not trivial.
  [[nodiscard]] const std::vector<bool>& destructible() const { return destructible_; }

  [[nodiscard]] bool is_text_pointer(clang::QualType type) const;
  [[nodiscard]] clang::ASTContext& context() const { return context_; }
  [[nodiscard]] bool complete(clang::QualType type);
  /// A nicer name for a class: the project's alias of a specialisation.
  void name_record(const clang::CXXRecordDecl* record, std::string name) {
    names_.emplace(record->getCanonicalDecl(), std::move(name));
  }

 private:
  static bool is_hidden(const clang::TagDecl* tag);
  TypeId add(const std::string& key, Type type, std::string storage, bool destructible);
  std::optional<TypeId> scalar(clang::QualType type);
  void fill_file_name(Parameter& parameter, bool is_string);
  TypeId enumeration(clang::QualType type);
  TypeId record(clang::QualType type);
  TypeId pointer(clang::QualType type);
  bool fill_pointer(Parameter& parameter, clang::QualType type);
  void fill_text(Parameter& parameter, clang::QualType type);
  std::uint32_t cast(const clang::CXXRecordDecl* derived, const clang::CXXRecordDecl* base);

  clang::Sema& sema_;
  clang::ASTContext& context_;
  ApiModel& api_;
  clang::PrintingPolicy policy_;
  std::map<std::string, TypeId> ids_;
  std::vector<std::string> storage_;
  std::vector<bool> destructible_;
  std::vector<const clang::CXXRecordDecl*> records_;
  std::map<const clang::CXXRecordDecl*, TypeId> record_ids_;
  std::map<TypeId, clang::QualType> pointer_types_;
  std::optional<TypeId> file_name_, file_string_;
  std::vector<clang::QualType> handles_, function_pointers_;
  std::set<std::string> handle_keys_;
  std::vector<Cast> casts_;
  std::map<std::pair<const clang::CXXRecordDecl*, const clang::CXXRecordDecl*>, std::uint32_t> cast_ids_;
  std::map<const clang::CXXRecordDecl*, std::string> names_;
};

}  // namespace reenact::api
