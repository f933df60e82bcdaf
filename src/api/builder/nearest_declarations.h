// Of an API that is too large to be offered as a whole: what comes first.
#pragma once

#include <clang/AST/DeclCXX.h>

#include <functional>
#include <string>
#include <vector>

namespace reenact::api {

/// Nearest to the report first.
struct NearestDeclarations {
  std::vector<const clang::CXXRecordDecl*> records;
  std::vector<const clang::FunctionDecl*> functions;
};

/// The classes and functions that `names`, the report's, name, and what their constructors and they themselves take: its class,
/// and those derived from it, which can be given for it; then what these take. `World::add` of a report leads to World, to the
/// Dispatcher that its constructor takes, and to the ThreadedDispatcher that is one. `is_offered`: declarations of the project
/// that a test may use. Empty where the project's headers declare no more than `most` calls, by a rough guess: then all are offered anyway.
[[nodiscard]] NearestDeclarations nearest_declarations(const clang::TranslationUnitDecl& unit,
                                                       const std::vector<std::string>& names,
                                                       const std::function<bool(const clang::Decl*)>& is_offered,
                                                       std::size_t most);

}  // namespace reenact::api
