// The library's class templates as its tests and examples write them: which arguments make sense, nobody else says. A library of
// headers may have no other instance of them.
//
//   nod::signal<void(int)> changed;      in a test
#pragma once

#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace reenact::api {

inline constexpr std::size_t kMostUsersTemplates = 48;

/// A template with its arguments, and the namespaces that the file which writes it is using.
struct UsersTemplate {
  std::string spelled;  // "nod::signal<void(int)>"
  std::set<std::string> namespaces;

  friend bool operator==(const UsersTemplate&, const UsersTemplate&) = default;
};

/// What looks like one in the code of `source`, in its order: no comments, texts or casts, nothing of `std::`.
[[nodiscard]] std::vector<std::string> templates_written_in(const std::string& source);

/// Those of `sources` whose names `headers` declare as a class or an alias, what most write first; kMostUsersTemplates at most.
[[nodiscard]] std::vector<UsersTemplate> users_templates(const std::vector<std::filesystem::path>& sources,
                                                         const std::vector<std::filesystem::path>& headers);

/// Declarations for the reader's prelude, of an alias for each. What cannot be spelled outside of its file is not declared then.
[[nodiscard]] std::string declarations_of(const std::vector<UsersTemplate>& templates);

/// Where declarations_of() puts the alias of that number, and what it calls it.
[[nodiscard]] std::string users_namespace(std::size_t number);
inline constexpr const char* kUsersAlias = "reenact_users_class";

}  // namespace reenact::api
