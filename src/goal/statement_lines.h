// Which lines of a source file belong to one statement, and which call an argument is handed to.
//
// Compilers differ in the line they give a call or an access that is written over several lines: gcc may name the line of
// the last argument or of the closing brace where clang names the first. Of such lines each means the same place.
//
// What gcc is handed to a call it numbers like that call ("Make sure arguments have the same location as the function call itself",
// gimplify_arg in gcc's gimplify.cc):
//
//   return largest(at(table, i),      // clang: at() is called here ...           gcc: here
//                  at(table, k),      // ... and here ...                         gcc: in the first line
//                  at(table, i)       // ... and here: `+` is what is handed over gcc: here, too
//                      + 1);
//
// And what g++ reads as an arm of `?:` it numbers like the `?`, if no call is asked for it. (Of C, gcc keeps the arm's own line.)
//
//   const int width = is_narrow
//                         ? 1             // g++: in this line ...
//                         : shape->width; // ... the null is read that clang sees here
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/ids.h"

namespace reenact {

/// A character of a source file; columns count from 1.
struct SourcePlace {
  Line line;
  std::uint32_t column = 0;
  auto operator<=>(const SourcePlace&) const = default;
};

/// Source files are read once, when they are first asked for.
class StatementLines {
 public:
  /// May code at the two lines be of one statement: is there no `;`, `{` or `}` between them, outside of brackets, comments
  /// and quotation marks? False if the file cannot be read, or the lines are far apart. This reads no grammar: a label or a macro
  /// may end a statement without any of these.
  [[nodiscard]] bool are_one_statement(const std::string& file, Line a, Line b);

  /// The lines of the calls to which the call at `place` is handed over as an argument, as it is: of `f(g(h()))` both g's and f's
  /// for h. `place` is where the name begins of what is called; `calls` is where the function has calls, of operators, too.
  [[nodiscard]] std::vector<Line> receivers_of_call(const std::string& file, SourcePlace place,
                                                    std::span<const SourcePlace> calls);
  /// The same of whatever is read on the line, and handed over as it is: `*p`, `table[i]`, `item->next`. In C++ the line of the `?`
  /// is among them of which that is an arm.
  [[nodiscard]] std::vector<Line> receivers_of_values(const std::string& file, Line line,
                                                      std::span<const SourcePlace> calls);

 private:
  /// Without comments, and without what stands in quotation marks: blanks take its place.
  const std::vector<std::string>& lines_of(const std::string& file);
  /// The first line of the statement that the line is part of. REQUIRES: the file has such a line.
  Line beginning_of(const std::string& file, Line line);
  struct Statement;
  /// Empty: the file has no such line.
  Statement statement_of(const std::string& file, Line line);
  static std::vector<Line> receivers(const Statement& statement, std::size_t at, bool is_call,
                                     std::span<const SourcePlace> calls, bool with_conditional = false);
  std::map<std::string, std::vector<std::string>> files_;
};

}  // namespace reenact
