#include "api/sources/failing_functions.h"

#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Sema/Sema.h>

#include <deque>
#include <memory>
#include <set>
#include <utility>

#include "api/sources/clang_here.h"
#include "api/sources/parse_source.h"
#include "build/flags.h"

namespace reenact {
namespace {

using namespace clang;

/// What could not be compiled, with the compiler's words: functions of the code, and what they made the compiler instantiate.
using Failures = std::map<const Decl*, std::string>;

class FailureNotes final : public DiagnosticConsumer {
 public:
  FailureNotes(CompilerInstance& compiler, Failures& failures) : compiler_(compiler), failures_(failures) {}

  void HandleDiagnostic(DiagnosticsEngine::Level level, const Diagnostic& said) override {
    DiagnosticConsumer::HandleDiagnostic(level, said);
    if (level < DiagnosticsEngine::Error || !compiler_.hasSema()) return;
    llvm::SmallString<256> words;
    said.FormatDiagnostic(words);
    Sema& sema = compiler_.getSema();
    for (const Sema::CodeSynthesisContext& each : sema.CodeSynthesisContexts) note(each.Entity, words);
    // What is being parsed, or instantiated.
    if (const FunctionDecl* function = sema.getCurFunctionDecl(true)) note(function, words);
  }

 private:
  void note(const Decl* failed, llvm::StringRef words) {
    if (failed != nullptr) failures_.try_emplace(failed->getCanonicalDecl(), words.str());
  }

  CompilerInstance& compiler_;
  Failures& failures_;
};

/// Is it made for those who use it? All else compiles, or fails, whoever uses it.
bool is_made_on_use(const FunctionDecl* function) {
  return function->getTemplateInstantiationPattern() != nullptr || function->isTemplateInstantiation() ||
         function->isDefaulted() || function->isImplicit();
}

/// What a function's code, or a class's definition, makes the compiler instantiate.
class Instantiations final : public RecursiveASTVisitor<Instantiations> {
 public:
  explicit Instantiations(std::set<const Decl*>& uses) : uses_(uses) {}
  [[nodiscard]] bool shouldVisitImplicitCode() const { return true; }
  [[nodiscard]] bool shouldVisitTemplateInstantiations() const { return true; }

  bool VisitDeclRefExpr(const DeclRefExpr* use) { return note(use->getDecl()); }
  bool VisitMemberExpr(const MemberExpr* use) {
    note_class(use->getBase()->getType()->isPointerType() ? use->getBase()->getType()->getPointeeType()
                                                          : use->getBase()->getType());
    return note(use->getMemberDecl());
  }
  bool VisitCXXConstructExpr(const CXXConstructExpr* use) {
    note_class(use->getType());
    return note(use->getConstructor());
  }
  bool VisitCXXInheritedCtorInitExpr(const CXXInheritedCtorInitExpr* use) { return note(use->getConstructor()); }
  bool VisitCXXBindTemporaryExpr(const CXXBindTemporaryExpr* use) { return note(use->getTemporary()->getDestructor()); }
  bool VisitCXXDeleteExpr(const CXXDeleteExpr* use) {
    const QualType type = use->getDestroyedType();
    const CXXRecordDecl* record = type.isNull() ? nullptr : type->getAsCXXRecordDecl();
    return note(record == nullptr ? nullptr : record->getDestructor());
  }
  bool VisitCXXDefaultArgExpr(CXXDefaultArgExpr* use) {
    return !use->getParam()->hasUninstantiatedDefaultArg() || note(cast<Decl>(use->getParam()->getDeclContext()));
  }
  bool VisitVarDecl(const VarDecl* variable) {
    if (const CXXRecordDecl* record = variable->getType()->getAsCXXRecordDecl();
        record != nullptr && record->hasDefinition())
      note(record->getDestructor());
    return note_class(variable->getType());
  }

 private:
  bool note_class(QualType type) { return type.isNull() ? true : note(type->getAsCXXRecordDecl()); }
  bool note(const Decl* used) {
    if (used != nullptr) uses_.insert(used->getCanonicalDecl());
    return true;
  }

  std::set<const Decl*>& uses_;
};

/// Classes of the bases and fields.
std::vector<const CXXRecordDecl*> parts_of(const CXXRecordDecl* record) {
  std::vector<const CXXRecordDecl*> result;
  const auto add = [&](QualType type) {
    const CXXRecordDecl* part = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (part != nullptr && part->hasDefinition()) result.push_back(part);
  };
  if (!record->hasDefinition()) return result;
  for (const CXXBaseSpecifier& base : record->getDefinition()->bases()) add(base.getType());
  for (const FieldDecl* field : record->getDefinition()->fields()) add(field->getType());
  return result;
}

std::set<const Decl*> uses_of(const Decl* user) {
  std::set<const Decl*> result;
  const auto add = [&](const Decl* used) {
    if (used != nullptr) result.insert(used->getCanonicalDecl());
  };
  Instantiations uses(result);
  if (const auto* function = dyn_cast<FunctionDecl>(user)) {
    const FunctionDecl* definition = nullptr;
    if (function->hasBody(definition)) uses.TraverseDecl(const_cast<FunctionDecl*>(definition));
  }
  // Who makes an object has its virtual functions compiled, and may have to destroy its parts, as who destroys it does.
  if (const auto* constructor = dyn_cast<CXXConstructorDecl>(user))
    for (const CXXMethodDecl* each : constructor->getParent()->methods())
      if (each->isVirtual()) add(each);
  if (isa<CXXConstructorDecl, CXXDestructorDecl>(user))
    for (const CXXRecordDecl* part : parts_of(cast<CXXMethodDecl>(user)->getParent())) add(part->getDestructor());
  if (const auto* record = dyn_cast<CXXRecordDecl>(user))
    for (const CXXRecordDecl* part : parts_of(record)) add(part);
  return result;
}

bool is_followed(const Decl* used) {
  const auto* function = dyn_cast<FunctionDecl>(used);
  return function != nullptr ? is_made_on_use(function) : isa<ClassTemplateSpecializationDecl>(used);
}

/// Functions of the main file, each with the words about the first failure that it leads to.
std::map<std::string, std::string> users_of(const Failures& failures, const ASTContext& context) {
  std::map<const Decl*, std::vector<const Decl*>> users;
  std::vector<const FunctionDecl*> own;
  std::vector<const Decl*> open;
  std::set<const Decl*> seen;
  for (const Decl* each : context.getTranslationUnitDecl()->decls())
    if (const auto* function = dyn_cast<FunctionDecl>(each);
        function != nullptr &&
        context.getSourceManager().isInMainFile(context.getSourceManager().getExpansionLoc(function->getLocation()))) {
      own.push_back(function);
      open.push_back(function->getCanonicalDecl());
    }
  seen.insert(open.begin(), open.end());
  while (!open.empty()) {
    const Decl* user = open.back();
    open.pop_back();
    for (const Decl* used : uses_of(user)) {
      users[used].push_back(user);
      if (is_followed(used) && seen.insert(used).second) open.push_back(used);
    }
  }
  std::map<const Decl*, std::string> reached(failures.begin(), failures.end());
  std::deque<const Decl*> next;
  for (const auto& [failed, words] : failures) next.push_back(failed);
  for (; !next.empty(); next.pop_front())
    for (const Decl* user : users[next.front()])
      if (reached.try_emplace(user, reached[next.front()]).second) next.push_back(user);
  std::map<std::string, std::string> result;
  for (const FunctionDecl* each : own)
    if (const auto it = reached.find(each->getCanonicalDecl()); it != reached.end())
      result.emplace(each->getNameAsString(), it->second);
  return result;
}

class FailureConsumer final : public ASTConsumer {
 public:
  FailureConsumer(const Failures& failures, std::map<std::string, std::string>& result)
      : failures_(failures), result_(result) {}
  void HandleTranslationUnit(ASTContext& context) override {
    if (!failures_.empty()) result_ = users_of(failures_, context);
  }

 private:
  const Failures& failures_;
  std::map<std::string, std::string>& result_;
};

class FailureAction final : public ASTFrontendAction {
 public:
  explicit FailureAction(std::map<std::string, std::string>& result) : result_(result) {}
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance& compiler, llvm::StringRef) override {
    compiler.getDiagnostics().setClient(new FailureNotes(compiler, failures_));
    return std::make_unique<FailureConsumer>(failures_, result_);
  }

 private:
  Failures failures_;
  std::map<std::string, std::string>& result_;
};

}  // namespace

std::map<std::string, std::string> failing_functions(const std::string& code, std::vector<std::string> flags) {
  std::map<std::string, std::string> result;
  const std::filesystem::path compiler = api::compiler_here();
  if (compiler.empty()) return result;
  flags.insert(flags.end(), {api::resource_flag(compiler), "-w", kNoWarningsAsErrors, "-ferror-limit=0",
                             "-fsyntax-only", "-fno-spell-checking", "-fno-caret-diagnostics"});
  if (!api::parse_source(std::make_unique<FailureAction>(result), code, flags, "code.cpp", compiler)) result.clear();
  return result;
}

}  // namespace reenact
