// Which lines of a source file belong to one statement.
//
// Compilers differ in the line they give a call or an access that is written over several lines: gcc may name the line of
// the last argument or of the closing brace where clang names the first. Of such lines each means the same place.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/ids.h"

namespace reenact {

/// Source files are read once, when they are first asked for.
class StatementLines {
 public:
  /// May code at the two lines be of one statement: is there no `;`, `{` or `}` between them, outside of brackets, comments
  /// and quotation marks? False if the file cannot be read, or the lines are far apart. This reads no grammar: a label or a macro
  /// may end a statement without any of these.
  [[nodiscard]] bool are_one_statement(const std::string& file, Line a, Line b);

 private:
  const std::vector<std::string>& lines_of(const std::string& file);
  std::map<std::string, std::vector<std::string>> files_;
};

}  // namespace reenact
