// Which variables fit which parameter of a call, and how they are passed.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "api/types/types.h"

namespace reenact::api {

/// Is it a pointer to characters or bytes?
[[nodiscard]] bool is_text_pointer(clang::QualType type);

/// "points", "argtable", "options": several of them. Not "status", "address", "this".
[[nodiscard]] bool sounds_like_array(const std::string& given);
/// `free_fn`, `item_destructor`: is the function called to free what it is given?
[[nodiscard]] bool sounds_like_release(const std::string& name);

class ParameterRules {
 public:
  /// Registers the types of variables in `types`, which must outlive this.
  explicit ParameterRules(TypeTable& types) : types_(types) {}

  /// Sources for a parameter of `type` (with its reference), best first; null where it may be. False: not supported.
  bool fill(Parameter& parameter, clang::QualType type);
  /// Adds what a `void*` of no particular type takes, or a `const void*`: bytes and numbers.
  void fill_bytes(Parameter& parameter, bool is_const);
  void fill_callback(Parameter& parameter, clang::QualType given);
  /// Puts a file's name in front of the other sources of a text, if it is not there.
  void name_file(Parameter& parameter);

  /// Types T that are pointed to by `T**` parameters: they need `T* v = nullptr;`.
  [[nodiscard]] const std::vector<clang::QualType>& handles() const { return handles_; }
  /// Types T of which `T*` parameters take several, as texts always and others where it sounds like an array.
  [[nodiscard]] const std::vector<clang::QualType>& elements() const { return elements_; }

 private:
  void fill_pointer(Parameter& parameter, clang::QualType given);
  void fill_text(Parameter& parameter, clang::QualType type);
  void fill_scalars(Parameter& parameter, TypeId element, clang::QualType bare);
  void fill_record_pointer(Parameter& parameter, clang::QualType pointee);
  void fill_handle(Parameter& parameter, clang::QualType pointee);
  bool fill_pointer_reference(Parameter& parameter, clang::QualType pointer);
  void fill_record(Parameter& parameter, clang::QualType bare, bool reads_only);
  void fill_file_name(Parameter& parameter);

  void add(Parameter& parameter, TypeId type, PassMode mode) const { parameter.sources.push_back({type, mode}); }
  void add_pointer_to(Parameter& parameter, clang::QualType pointee);
  void add_handle(clang::QualType held);
  void add_element(clang::QualType type);

  TypeTable& types_;
  std::vector<clang::QualType> handles_;
  std::vector<clang::QualType> elements_;
  std::set<std::string> handle_keys_, element_keys_;
};

}  // namespace reenact::api
