// Templates that the report's names are instances of, with arguments as the report spells them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace reenact::api {

/// "int, main()::<lambda(int, int)>" -> its two parts.
[[nodiscard]] std::vector<std::string> split_arguments(const std::string& list);

/// "ns::SortedList<int, main::$_0>".
struct ReportedClass {
  std::string spelled, name;           // name: "ns::SortedList"
  std::vector<std::string> arguments;  // "int", "main::$_0"
};

/// The classes in whose scope the names are, without repetitions.
[[nodiscard]] std::vector<ReportedClass> reported_classes(const std::vector<std::string>& names);

/// Declarations for the reader's prelude that make clang instantiate what the names are instances of. What cannot be
/// spelled outside of the reporter's program is not declared then.
[[nodiscard]] std::string seeds(const std::vector<std::string>& names);

/// `text` as an identifier: every character that no identifier has becomes its code.
[[nodiscard]] std::string identifier(const std::string& text);
/// The alias by which seeds() declares the class of that number in reported_classes().
[[nodiscard]] std::string class_alias(std::size_t number);
/// The alias of one of its arguments. A value has none.
[[nodiscard]] std::string argument_alias(std::size_t number, std::size_t argument);
/// How the aliases begin of what functions of that name, an identifier, are instances of; behind it come the instance's number, '_', and the
/// argument's.
[[nodiscard]] std::string function_aliases(std::string_view function);
inline constexpr const char* kAliasesOfFunctions = "reenact_argument_of_";  // so begin those of all
/// Is it the name of such an argument, which for itself is nothing that the API offers?
[[nodiscard]] bool is_argument_alias(std::string_view name);

}  // namespace reenact::api
