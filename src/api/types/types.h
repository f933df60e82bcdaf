// The table of types of an ApiModel being built.
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

#include "api/api_model.h"
#include "api/types/type_names.h"

namespace reenact::api {

/// The name of a handle that is `void*` for the compiler: "node_t" for `typedef void* node_t`, "CURL*" for
/// `typedef void CURL`. nullopt: any other type, and what a container keeps for its callers: `typedef void* ListValue`.
[[nodiscard]] std::optional<std::string> handle_name(clang::QualType type);

/// Of an array of objects, how many a test gives.
inline constexpr std::uint64_t kMostArrayObjects = 8;

class TypeTable {
 public:
  TypeTable(clang::Sema& sema, ApiModel& api);

  /// See TypeNames.
  [[nodiscard]] std::string spelling(clang::QualType type) const { return names_.spelling(type); }
  void name_record(const clang::CXXRecordDecl* record, std::string name) {
    names_.name_record(record, std::move(name));
  }
  void name_template(const clang::TypeAliasTemplateDecl* alias) { names_.name_template(alias); }

  /// The type of a variable that holds a value of `type` (references become pointers); nullopt: not supported.
  [[nodiscard]] std::optional<TypeId> variable(clang::QualType type);
  /// The one type of literal texts.
  [[nodiscard]] TypeId text();
  /// Literal arrays. REQUIRES: `element` is a type that `scalar` takes.
  [[nodiscard]] TypeId numbers_of(clang::QualType element);  // REQUIRES: has_numbers(element)
  /// A number that a test can write: not of `bool`, nor of a wider type than it knows (`long double`).
  [[nodiscard]] bool has_numbers(clang::QualType element);
  /// Numbers of up to 64 bits, bool, enumerations; nullopt: something else.
  std::optional<TypeId> scalar(clang::QualType type);
  /// A class's objects. REQUIRES: `type` is a class.
  TypeId record(clang::QualType type);
  /// Arrays of a known size. REQUIRES: is_array_made(type).
  TypeId array(clang::QualType type);
  /// Can a test make such an array: of numbers, pointers to data, or a few objects that are nothing but their bytes?
  [[nodiscard]] bool is_array_made(clang::QualType type);
  /// Pointers to data, of whose class, if it is one, the objects are added too, or to functions.
  TypeId pointer(clang::QualType type);
  /// Adds the type of file names, as `const char*` or as std::string.
  TypeId add_file_name(bool is_string);
  /// Adds the type of descriptors to read from: numbers, but of the test's making.
  TypeId add_descriptor();
  /// Adds the type of functions that free what they are given: for parameters that sound so. REQUIRES: `type` is `void (*)(void*)`.
  TypeId add_release(clang::QualType type);
  /// Adds the type of an allocator's function, which a test writes as `expression`.
  TypeId add_allocator(clang::QualType type, const std::string& expression);
  /// The types that `record` and `pointer` have added; nullopt: not yet.
  [[nodiscard]] std::optional<TypeId> find_record(const clang::CXXRecordDecl* record) const;
  [[nodiscard]] std::optional<TypeId> find_pointer(clang::QualType type) const;
  [[nodiscard]] const Type& operator[](TypeId id) const { return api_[id]; }

  /// Names of files with contents of the test's choice, as `const char*` and as std::string; nullopt: no parameter
  /// sounds like one.
  [[nodiscard]] std::optional<TypeId> file_name() const { return file_name_; }
  [[nodiscard]] std::optional<TypeId> file_string() const { return file_string_; }
  /// What add_descriptor() added; nullopt: no parameter sounds like one.
  [[nodiscard]] std::optional<TypeId> descriptor() const { return descriptor_; }
  /// What add_release() added; nullopt: nothing.
  [[nodiscard]] std::optional<TypeId> release() const { return release_; }
  /// An allocator's function that a test hands over (allocators.h).
  struct Allocator {
    TypeId type;
    std::string spelling;  // of the function pointer's type
    std::string expression;
  };
  [[nodiscard]] const std::vector<Allocator>& allocators() const { return allocators_; }
  /// Is it a handle's type (handle_name)?
  [[nodiscard]] bool is_named_handle(TypeId id) const { return named_handles_.contains(id); }
  /// The pointer type behind a kPointer variable; null for others.
  [[nodiscard]] clang::QualType pointer_of(TypeId type) const {
    const auto it = pointer_types_.find(type);
    return it == pointer_types_.end() ? clang::QualType() : it->second;
  }
  /// Records seen as variables, in order of first use; the builder describes those of the project.
  [[nodiscard]] const std::vector<const clang::CXXRecordDecl*>& records() const { return records_; }
  [[nodiscard]] const std::vector<clang::QualType>& function_pointers() const { return function_pointers_; }
  /// The types that `array` has added.
  [[nodiscard]] const std::vector<clang::QualType>& arrays() const { return arrays_; }

  /// C++ spelling of the storage of each type (empty for texts and numbers).
  [[nodiscard]] const std::vector<std::string>& storage() const { return storage_; }
  /// By TypeId: whether the storage has a usable destructor that is not trivial.
  [[nodiscard]] const std::vector<bool>& destructible() const { return destructible_; }

  [[nodiscard]] clang::ASTContext& context() const { return context_; }
  /// Instantiates a template's class, if that makes it complete, and without an error.
  [[nodiscard]] bool complete(clang::QualType type);

 private:
  TypeId add(const std::string& key, Type type, std::string storage, bool destructible);
  TypeId enumeration(clang::QualType type);

  clang::Sema& sema_;
  clang::ASTContext& context_;
  ApiModel& api_;
  TypeNames names_;
  std::map<std::string, TypeId> ids_;
  std::vector<std::string> storage_;
  std::vector<bool> destructible_;
  std::vector<const clang::CXXRecordDecl*> records_;
  std::map<const clang::CXXRecordDecl*, TypeId> record_ids_;
  std::set<const clang::Decl*> broken_;  // could not be instantiated without an error
  std::map<TypeId, clang::QualType> pointer_types_;
  std::optional<TypeId> file_name_, file_string_, descriptor_, release_;
  std::vector<clang::QualType> function_pointers_, arrays_;
  std::vector<Allocator> allocators_;
  std::set<TypeId> named_handles_;
};

}  // namespace reenact::api
