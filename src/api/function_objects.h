// Function templates that call what they are given: `template <class F> void for_each(F f)`.
#pragma once

#include <clang/Sema/Sema.h>

#include <optional>
#include <string>
#include <vector>

namespace reenact::api {

/// Declarations for the reader's prelude, of which FunctionObjects makes its probes.
extern const char* const kProbes;

/// Finds out with what such a template calls its parameters, and what it wants them to return.
///
/// The template is instantiated with a probe that can be called with anything and answers with what converts to anything.
/// With what it was called, and to what its answers were converted, is the signature. Of `bool(const Item&)`,
/// std::function<bool(const Item&)> is then tried, which a test makes of a lambda.
class FunctionObjects {
 public:
  explicit FunctionObjects(clang::Sema& sema);

  /// Types for the first template parameters of `function`, of which at least one is a std::function; empty: it calls none
  /// of its parameters, or none that could be made.
  [[nodiscard]] std::vector<clang::QualType> arguments_for(clang::FunctionTemplateDecl* function);
  /// Do the parameters of the function tell all arguments of the template, so that a call need not name them?
  [[nodiscard]] bool are_deduced(const clang::FunctionTemplateDecl* function) const;

 private:
  struct Probe {
    clang::QualType type, answer;
  };
  struct Signature {
    std::vector<clang::QualType> parameters, results;  // results: what may be wanted, likeliest first
  };
  /// Parameters of a template: each is what a parameter of the function is, as it stands (`F`, `F&&`, `const F&`), or not.
  struct Parameters {
    std::vector<bool> is_passed, is_forwarded;
  };
  [[nodiscard]] std::optional<Parameters> parameters_of(const clang::FunctionTemplateDecl* function) const;
  Probe new_probe();
  /// With a probe for each passed parameter, or for the one at `only`, and `other` for the rest.
  std::vector<clang::QualType> try_probes(clang::FunctionTemplateDecl* function, const Parameters& parameters,
                                          std::optional<std::size_t> only, clang::QualType other);
  [[nodiscard]] std::optional<Signature> signature_of(const Probe& probe, bool was_fine) const;
  [[nodiscard]] std::vector<clang::QualType> results_wanted(const Probe& probe, bool was_fine,
                                                            const std::vector<clang::QualType>& parameters) const;
  clang::QualType function_type(clang::QualType result, const std::vector<clang::QualType>& parameters);
  /// Of a class template of `scope`; null: there is none, or it does not take these.
  clang::QualType specialised(clang::DeclContext* scope, const char* name, clang::TemplateArgumentLoc argument);
  /// Does the template, its body included, compile with these? What it says of it goes nowhere.
  bool compiles(clang::FunctionTemplateDecl* function, const std::vector<clang::QualType>& types);
  /// A standard class by its alias: "string". Null: there is none.
  [[nodiscard]] clang::QualType standard(const char* alias) const;

  clang::Sema& sema_;
  clang::ASTContext& context_;
  clang::NamespaceDecl* probes_ = nullptr;
  unsigned made_ = 0, left_;
};

}  // namespace reenact::api
