// Units of our own that stand for a library of headers, where the database has nothing but programs.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "build/compilation_database.h"
#include "build/options.h"

namespace reenact {

/// Does the report name a file of that name? Folders of another machine are none here.
[[nodiscard]] bool is_reported(const std::filesystem::path& file, const SubjectOptions& options);

/// The preprocessor's lines of `program`, but includes of test frameworks: "#define X_IMPLEMENTATION", "#include \"x.h\"". What it includes is
/// the library; how it uses that would take long to compile. `is_left_out`: of names in quotes that it includes; null: none is.
[[nodiscard]] std::string directives_of(const std::string& program,
                                        const std::function<bool(const std::string&)>& is_left_out = nullptr);

/// Units of directives_of() a program, with its flags, the smallest first: without what it includes from the tests or examples that it is one of, and
/// with that. Empty: it cannot be read, none can be written, or the report is of the program's own code.
[[nodiscard]] std::vector<CompileCommand> units_of_directives(const CompileCommand& program,
                                                              const SubjectOptions& options);

/// Units of the headers that the report shows, with the flags of the first command: a library of headers may have no unit but a test that
/// clang does not accept, or an example that includes others. The second has the example's directives in front, as headers may need what
/// stands before them. Empty: there are no such headers, or nothing can be written.
[[nodiscard]] std::vector<CompileCommand> units_of_headers(const std::vector<CompileCommand>& commands,
                                                           const SubjectOptions& options);

}  // namespace reenact
