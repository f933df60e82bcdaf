// Names for a printed test's variables: valid identifiers, no keywords, none twice, none that hides what the
// test calls.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace reenact::print {

class Names {
 public:
  /// No variable may have a name that occurs as an identifier in `code`.
  void reserve(std::string_view code);
  /// The free name nearest to `wish` ("newitem", "newitem2", ...); an empty or unusable wish gives "value". Where the code has
  /// the name already, as C's types have, it goes without its first word: "options" of `ares_options`.
  [[nodiscard]] std::string take(std::string_view wish);

 private:
  std::set<std::string, std::less<>> of_code_, taken_;
};

/// "tinyxml2::XMLDocument" -> "document"-like names: the last component, template arguments and pointers left
/// out, with a lower-case start ("xmlDocument"); a "Get"/"get" in front of another word is left out.
[[nodiscard]] std::string variable_name_from(std::string_view qualified);
/// The same of a class, or of a pointer to one ("const xml::Node*" -> "node"); empty for other types.
[[nodiscard]] std::string name_from_class(std::string_view spelling);
/// "std::vector<int, std::allocator<int>> v;" -> "std::vector<int> v;": standard containers as one writes them.
[[nodiscard]] std::string without_default_allocators(std::string code);
/// What a function that makes something makes, by its name: "createBody" -> "body". Other names stay.
[[nodiscard]] std::string without_making(std::string name);
/// Does a function's name say somewhere that something is made: "json_object_new_int", "parserCreate"?
[[nodiscard]] bool says_making(std::string_view name);
/// "add", "create": a function's name that tells nothing about what it returns.
[[nodiscard]] bool only_says_what_is_done(std::string_view name);

}  // namespace reenact::print
