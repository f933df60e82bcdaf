#include "api/builder/nearest_declarations.h"

#include <clang/AST/ASTContext.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <utility>

#include "crash/match.h"

namespace reenact::api {

using namespace clang;

namespace {

constexpr std::size_t kMostRecords = 80, kMostDerived = 6;

/// What the headers declare, in their order.
struct Declared {
  std::vector<const CXXRecordDecl*> records;
  std::vector<const FunctionDecl*> functions;
  std::size_t calls = 0;  // a guess

  void collect(const DeclContext& scope, const std::function<bool(const Decl*)>& is_offered, int depth = 0) {
    if (depth > 8) return;
    for (const Decl* each : scope.decls()) {
      if (isa<NamespaceDecl, LinkageSpecDecl>(each)) collect(*cast<DeclContext>(each), is_offered, depth + 1);
      if (!is_offered(each)) continue;
      if (const auto* function = dyn_cast<FunctionDecl>(each)) {
        functions.push_back(function);
        ++calls;
      }
      const auto* record = dyn_cast<CXXRecordDecl>(each);
      if (record == nullptr || !record->isThisDeclarationADefinition() || record->isDependentContext()) continue;
      records.push_back(record);
      // Copying, assigning, swapping; fields are read and written.
      calls += 3 + static_cast<std::size_t>(std::distance(record->method_begin(), record->method_end())) +
               2 * static_cast<std::size_t>(std::distance(record->field_begin(), record->field_end()));
    }
  }
};

class Nearest {
 public:
  Nearest(const Declared& declared, const std::vector<std::string>& names) : declared_(declared) {
    for (const std::string& name : names) names_.insert(plain_name(name));
  }

  NearestDeclarations find() {
    for (const FunctionDecl* function : declared_.functions)
      if (is_named(*function)) {
        found_.functions.push_back(function);
        add_parameters(*function);
      }
    for (const CXXRecordDecl* record : declared_.records)
      if (std::ranges::any_of(record->methods(), [&](const FunctionDecl* each) { return is_named(*each); }))
        add(record);
    for (std::size_t i = 0; i < found_.records.size() && found_.records.size() < kMostRecords; ++i)
      for (const CXXMethodDecl* method : found_.records[i]->methods())
        if (isa<CXXConstructorDecl>(method) || is_named(*method)) add_parameters(*method);
    return std::move(found_);
  }

 private:
  /// A linkage name, and so a trace, tells inline namespaces; people leave them out.
  [[nodiscard]] bool is_named(const FunctionDecl& function) const {
    PrintingPolicy policy = function.getASTContext().getPrintingPolicy();
    return std::ranges::any_of(std::array{true, false}, [&](bool leaves_out) {
      policy.SuppressInlineNamespace = leaves_out;
      std::string name;
      llvm::raw_string_ostream text(name);
      function.printQualifiedName(text, policy);
      return names_.contains(name);
    });
  }

  void add(const CXXRecordDecl* record) {
    if (seen_.insert(record->getCanonicalDecl()).second) found_.records.push_back(record);
  }

  void add_parameters(const FunctionDecl& function) {
    for (const ParmVarDecl* parameter : function.parameters()) {
      QualType type = parameter->getType().getNonReferenceType();
      if (type->isPointerType()) type = type->getPointeeType();
      const CXXRecordDecl* record = type->getAsCXXRecordDecl();
      if (record == nullptr || (record = record->getDefinition()) == nullptr) continue;
      if (std::ranges::find(declared_.records, record) == declared_.records.end()) continue;
      add(record);
      std::size_t derived = 0;
      for (const CXXRecordDecl* each : declared_.records)
        if (derived < kMostDerived && !each->isAbstract() && each->isDerivedFrom(record)) {
          add(each);
          ++derived;
        }
    }
  }

  const Declared& declared_;
  std::set<std::string> names_;
  std::set<const CXXRecordDecl*> seen_;
  NearestDeclarations found_;
};

}  // namespace

NearestDeclarations nearest_declarations(const TranslationUnitDecl& unit, const std::vector<std::string>& names,
                                         const std::function<bool(const Decl*)>& is_offered, std::size_t most) {
  Declared declared;
  declared.collect(unit, is_offered);
  if (declared.calls <= most) return {};
  return Nearest(declared, names).find();
}

}  // namespace reenact::api
