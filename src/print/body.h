// The statements of a printed test, before they are put into a file.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "print/print.h"

namespace reenact::print {

struct Body {
  std::vector<std::string> lines;      // statements, without indentation
  std::vector<std::string> preambles;  // text at file scope, each once, in order of first use
  std::set<std::string> includes;      // "<vector>", "foo.h"
};

/// `text` as string_expression() writes it, with what it needs.
[[nodiscard]] std::string string_in(Body& body, std::string_view text);

/// What a std::string's name is followed by where string_expression() gives `shown`: "(65, 'a')" for "std::string(65, 'a')", else " = ...".
[[nodiscard]] std::string initialised_by(const std::string& shown);

/// REQUIRES: valid(test, api).
[[nodiscard]] Body print_body(const TestCase& test, const ApiModel& api, const PrintOptions& options);

}  // namespace reenact::print
