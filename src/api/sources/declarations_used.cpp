#include "api/sources/declarations_used.h"

#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>

#include <memory>
#include <utility>

#include "api/sources/clang_here.h"
#include "api/sources/parse_source.h"
#include "build/flags.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;
using namespace clang;

/// The file of a place; empty: the code itself, or what no file holds.
fs::path file_at(const SourceManager& files, SourceLocation place) {
  const FileID id = files.getFileID(files.getExpansionLoc(place));
  if (id == files.getMainFileID()) return {};
  const OptionalFileEntryRef entry = files.getFileEntryRefForID(id);
  return entry ? fs::path(entry->getFileEntry().tryGetRealPathName().str()) : fs::path();
}

bool is_in_code(const SourceManager& files, SourceLocation place) {
  return place.isValid() && files.isInMainFile(files.getExpansionLoc(place));
}

void add(DeclarationsUsed& used, std::set<fs::path> files) {
  files.erase(fs::path());
  if (!files.empty()) used.declared_in.insert(std::move(files));
}

class Directives final : public PPCallbacks {
 public:
  Directives(const SourceManager& files, DeclarationsUsed& used) : files_(files), used_(used) {}

  void InclusionDirective(SourceLocation place, const Token&, StringRef, bool, CharSourceRange,
                          OptionalFileEntryRef included, StringRef, StringRef, const clang::Module*, bool,
                          SrcMgr::CharacteristicKind) override {
    if (included) used_.includes[file_at(files_, place)].insert(included->getFileEntry().tryGetRealPathName().str());
  }
  void MacroExpands(const Token&, const MacroDefinition& macro, SourceRange range, const MacroArgs*) override {
    if (is_in_code(files_, range.getBegin()) && macro.getMacroInfo() != nullptr)
      add(used_, {file_at(files_, macro.getMacroInfo()->getDefinitionLoc())});
  }

 private:
  const SourceManager& files_;
  DeclarationsUsed& used_;
};

class Uses final : public RecursiveASTVisitor<Uses> {
 public:
  Uses(const SourceManager& files, DeclarationsUsed& used) : files_(files), used_(used) {}

  bool VisitDeclRefExpr(const DeclRefExpr* use) { return note(use->getDecl()); }
  bool VisitMemberExpr(const MemberExpr* use) { return note(use->getMemberDecl()); }
  bool VisitCXXConstructExpr(const CXXConstructExpr* use) { return note(use->getConstructor()->getParent()); }
  bool VisitTagTypeLoc(const TagTypeLoc& use) { return note(use.getDecl()); }
  bool VisitTypedefTypeLoc(const TypedefTypeLoc& use) { return note(use.getTypedefNameDecl()); }
  bool VisitTemplateSpecializationTypeLoc(const TemplateSpecializationTypeLoc& use) {
    return note(use.getTypePtr()->getTemplateName().getAsTemplateDecl());
  }

 private:
  bool note(const Decl* declared) {
    if (declared == nullptr) return true;
    const auto* tag = dyn_cast<TagDecl>(declared);
    std::set<fs::path> places;
    if (tag != nullptr && tag->getDefinition() != nullptr) {
      places.insert(file_at(files_, tag->getDefinition()->getLocation()));
    } else {
      for (const Decl* each : declared->redecls())
        if (each->getLocation().isValid()) places.insert(file_at(files_, each->getLocation()));
    }
    add(used_, std::move(places));
    return true;
  }

  const SourceManager& files_;
  DeclarationsUsed& used_;
};

class Consumer final : public ASTConsumer {
 public:
  explicit Consumer(DeclarationsUsed& used) : used_(used) {}
  void HandleTranslationUnit(ASTContext& context) override {
    Uses uses(context.getSourceManager(), used_);
    traverse(*context.getTranslationUnitDecl(), context.getSourceManager(), uses);
  }

 private:
  /// What `extern "C" { #include "parser.h" }` declares is the header's.
  static void traverse(const DeclContext& declarations, const SourceManager& files, Uses& uses) {
    for (Decl* each : declarations.decls()) {
      if (!is_in_code(files, each->getLocation())) continue;
      if (const auto* block = dyn_cast<LinkageSpecDecl>(each))
        traverse(*block, files, uses);
      else
        uses.TraverseDecl(each);
    }
  }

  DeclarationsUsed& used_;
};

class Action final : public ASTFrontendAction {
 public:
  explicit Action(DeclarationsUsed& used) : used_(used) {}
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance& compiler, llvm::StringRef) override {
    compiler.getDiagnostics().setClient(new IgnoringDiagConsumer);
    compiler.getPreprocessor().addPPCallbacks(std::make_unique<Directives>(compiler.getSourceManager(), used_));
    return std::make_unique<Consumer>(used_);
  }

 private:
  DeclarationsUsed& used_;
};

}  // namespace

std::optional<DeclarationsUsed> declarations_used(const std::string& code, std::vector<std::string> flags) {
  const fs::path compiler = api::compiler_here();
  if (compiler.empty()) return std::nullopt;
  flags.insert(flags.end(), {api::resource_flag(compiler), "-w", kNoWarningsAsErrors, "-fsyntax-only"});
  DeclarationsUsed used;
  if (!api::parse_source(std::make_unique<Action>(used), code, flags, "code.cpp", compiler)) return std::nullopt;
  return used;
}

}  // namespace reenact
