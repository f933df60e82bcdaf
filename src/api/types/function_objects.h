// Templates that call what they are given: `template <class F> void for_each(F f)`, and classes that keep it:
// `template <class T, class Compare> class SortedList`.
#pragma once

#include <clang/Sema/Sema.h>

#include <optional>
#include <string>
#include <vector>

#include "api/types/instantiations.h"

namespace reenact::api {

/// Declarations for the reader's prelude, of which FunctionObjects makes its probes.
extern const char* const kProbes;

/// While it lives, errors are counted; nobody reads them.
class Listening {
 public:
  explicit Listening(clang::Sema& sema);
  ~Listening();
  Listening(const Listening&) = delete;
  Listening& operator=(const Listening&) = delete;

 private:
  clang::DiagnosticsEngine& words_;
};

/// Finds out with what such a template calls its parameters, and what it wants them to return.
///
/// The template is instantiated with a probe that can be called with anything and answers with what converts to anything.
/// With what it was called, and to what its answers were converted, is the signature. Of `bool(const Item&)`,
/// std::function<bool(const Item&)> is then tried, which a test makes of a lambda. What is called with several types becomes a
/// CalledWithAnything (called_with_anything.h).
class FunctionObjects {
 public:
  /// Both must outlive it.
  FunctionObjects(clang::Sema& sema, Instantiations& instantiations);

  /// Types for the first template parameters of `function`, of which at least one is a std::function; empty: it calls none
  /// of its parameters, or none that could be made.
  [[nodiscard]] std::vector<clang::QualType> arguments_for(clang::FunctionTemplateDecl* function);
  /// Does the template, its body included, compile with these? What the compiler says of it goes nowhere. Also false when
  /// enough has been tried.
  bool compiles(clang::FunctionTemplateDecl* function, const std::vector<clang::QualType>& types);
  /// Arguments of a class template, some of which are still to be found.
  using Known = std::vector<std::optional<clang::TemplateArgument>>;
  /// An instance of the class template whose methods call what they keep.
  struct Keeper {
    clang::QualType type;
    /// What its constructors have to be given, or it would call what is empty. Without any it makes its function objects
    /// itself: of a standard class like std::less.
    std::vector<clang::QualType> given;
  };
  /// With the arguments that are known, by parameter; those without are found out, as for functions, from the bodies of
  /// all methods. One that is not called is a number or a text. nullopt: none is called, or those called cannot be made.
  [[nodiscard]] std::optional<Keeper> keeper(clang::ClassTemplateDecl* made_of, const Known& known);
  /// The instances of a class that calls nothing it keeps, with a number and with a text for each argument that is not known: both, unless one has
  /// more methods that compile, for the report's line may be in a branch for values that are copied as bytes, or for others. Empty: neither is
  /// possible.
  [[nodiscard]] std::vector<clang::QualType> holders(clang::ClassTemplateDecl* made_of, const Known& known);
  /// std::vector<element>; null: there is no such class.
  [[nodiscard]] clang::QualType vector_of(clang::QualType element);
  /// Do the parameters of the function tell all arguments of the template, so that a call need not name them?
  [[nodiscard]] bool are_deduced(const clang::FunctionTemplateDecl* function) const;

 private:
  /// False: clang crashed on it before.
  bool instantiate_body(clang::FunctionDecl* function);
  struct Probe {
    clang::QualType type, answer;
  };
  struct Signature {
    std::vector<clang::QualType> parameters, results;  // results: what may be wanted, likeliest first
    bool is_anything = false;  // called with several types, or with some that no lambda can name: no parameters
  };
  /// Parameters of a template: each is what a parameter of the function is, as it stands (`F`, `F&&`, `const F&`), or not.
  struct Parameters {
    std::vector<bool> is_passed, is_forwarded;
  };
  [[nodiscard]] std::optional<Parameters> parameters_of(const clang::FunctionTemplateDecl* function) const;
  Probe new_probe();
  [[nodiscard]] clang::FunctionTemplateDecl* call_of(const Probe& probe) const;
  [[nodiscard]] bool is_called(const Probe& probe) const;
  /// With a probe for each passed parameter, or for the one at `only`, and `other` for the rest.
  std::vector<clang::QualType> try_probes(clang::FunctionTemplateDecl* function, const Parameters& parameters,
                                          std::optional<std::size_t> only, clang::QualType other);
  [[nodiscard]] std::optional<Signature> signature_of(const Probe& probe, bool was_fine) const;
  [[nodiscard]] std::vector<clang::QualType> results_wanted(const Probe& probe, bool was_fine,
                                                            const std::vector<clang::QualType>& parameters) const;
  /// std::size_t before all others, as a hash's result, unless the methods take it as something else than a number.
  void prefer_size(Signature& signature) const;
  /// An instance, and how many of its methods do not compile.
  struct Instance {
    clang::QualType type;
    unsigned faults = 0;
  };
  /// nullopt: the class itself does not compile with them. REQUIRES: all are known.
  std::optional<Instance> instance(clang::ClassTemplateDecl* made_of, const Known& arguments);
  /// `known` with a number or a text for what is neither known nor `called`, plainest first.
  std::vector<Known> with_values(const Known& known, const std::vector<std::size_t>& called);
  /// How many of the methods do not compile.
  unsigned faults_of(clang::CXXRecordDecl* record);
  /// Puts a probe at each of these places; nullopt: there are none.
  std::optional<std::vector<Probe>> put_probes(Known& arguments, const std::vector<std::size_t>& places);
  /// Those of the unknown arguments that the methods call.
  std::vector<std::size_t> called_arguments(clang::ClassTemplateDecl* made_of, Known known);
  /// With function objects at these places, and everything else known.
  std::optional<Keeper> keeper_with(clang::ClassTemplateDecl* made_of, Known known,
                                    const std::vector<std::size_t>& places);
  /// With an object of each signature, for which the k-th best result is taken.
  std::optional<Known> with_functions(Known known, const std::vector<std::size_t>& places,
                                      const std::vector<Signature>& signatures, std::size_t k);
  /// What the standard library has of that signature; null: nothing.
  [[nodiscard]] clang::QualType standard_functor(const Signature& signature);
  /// A std::function of that signature, or what can be called with anything, with the k-th best result.
  clang::QualType object_for(const Signature& signature, std::size_t k);
  clang::QualType function_type(clang::QualType result, const std::vector<clang::QualType>& parameters);
  clang::QualType called_with_anything(clang::QualType result);
  /// Of a class template of `scope`; null: there is none, or it does not take these.
  clang::QualType specialised(clang::DeclContext* scope, const char* name, clang::TemplateArgumentLoc argument);
  /// A standard class by its alias: "string". Null: there is none.
  [[nodiscard]] clang::QualType standard(const char* alias) const;

  clang::Sema& sema_;
  Instantiations& instantiations_;
  clang::ASTContext& context_;
  clang::NamespaceDecl* probes_ = nullptr;
  unsigned made_ = 0, left_;
};

}  // namespace reenact::api
