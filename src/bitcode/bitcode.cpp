#include "bitcode/bitcode.h"

#include <fmt/format.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Transforms/Scalar/SROA.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace reenact {
namespace fs = std::filesystem;

namespace {

std::string file_of(const llvm::Function& function) {
  const llvm::DISubprogram* about = function.getSubprogram();
  if (about == nullptr) return {};
  const fs::path file = about->getFilename().str();
  return (file.is_absolute() ? file : fs::path(about->getDirectory().str()) / file).lexically_normal().string();
}

}  // namespace

struct Bitcode::Units {
  Units() {
    // A class that one unit only declares is the class that another defines.
    context.enableDebugTypeODRUniquing();
    passes.registerModuleAnalyses(of_modules);
    passes.registerCGSCCAnalyses(of_cycles);
    passes.registerFunctionAnalyses(of_functions);
    passes.registerLoopAnalyses(of_loops);
    passes.crossRegisterProxies(of_loops, of_functions, of_cycles, of_modules);
  }

  Expected<void> add(const fs::path& file) {
    auto buffer = llvm::MemoryBuffer::getFile(file.string());
    if (!buffer) return subject_error(fmt::format("{}: {}", file.string(), buffer.getError().message()));
    auto module = llvm::getOwningLazyBitcodeModule(std::move(*buffer), context, true);
    if (!module)
      return subject_error(
          fmt::format("{}: no bitcode that LLVM 19 reads: {}", file.string(), llvm::toString(module.takeError())));
    for (llvm::Function& function : **module)
      if (!function.isDeclaration()) {
        if (function.hasLocalLinkage())
          local[function.getName().str()].push_back(&function);
        else
          functions.try_emplace(function.getName().str(), &function);
      }
    for (llvm::GlobalAlias& alias : (*module)->aliases())
      if (auto* const behind = llvm::dyn_cast<llvm::Function>(alias.getAliaseeObject()))
        functions.try_emplace(alias.getName().str(), behind);
    for (llvm::GlobalVariable& variable : (*module)->globals())
      if (variable.hasInitializer() && !variable.hasLocalLinkage())
        variables.try_emplace(variable.getName().str(), &variable);
    modules.push_back(std::move(*module));
    return {};
  }

  /// Reads the body if it was not read yet; null if that fails.
  llvm::Function* load(llvm::Function* function) {
    if (function == nullptr || !ready.insert(function).second) return function;
    if (llvm::Error error = function->materialize()) {
      llvm::consumeError(std::move(error));
      return nullptr;
    }
    // Debug information says what variables are called.
    if (llvm::Error error = function->getParent()->materializeMetadata()) llvm::consumeError(std::move(error));
    llvm::SROAPass(llvm::SROAOptions::PreserveCFG).run(*function, of_functions);
    of_functions.invalidate(*function, llvm::PreservedAnalyses::none());
    return function;
  }

  llvm::LLVMContext context;
  llvm::PassBuilder passes;
  llvm::LoopAnalysisManager of_loops;
  llvm::FunctionAnalysisManager of_functions;
  llvm::CGSCCAnalysisManager of_cycles;
  llvm::ModuleAnalysisManager of_modules;
  std::vector<std::unique_ptr<llvm::Module>> modules;
  std::unordered_map<std::string, llvm::Function*> functions;
  std::unordered_map<std::string, std::vector<llvm::Function*>> local;
  std::unordered_map<std::string, llvm::GlobalVariable*> variables;
  std::unordered_set<const llvm::Function*> ready;
};

Bitcode::Bitcode(std::unique_ptr<Units> units) : units_(std::move(units)) {}
Bitcode::Bitcode(Bitcode&&) noexcept = default;
Bitcode& Bitcode::operator=(Bitcode&&) noexcept = default;
Bitcode::~Bitcode() {
  // Analyses refer to functions: they go first.
  if (units_ != nullptr) units_->of_functions.clear();
}

Expected<Bitcode> Bitcode::open(std::span<const fs::path> units) {
  auto opened = std::make_unique<Units>();
  for (const fs::path& file : units)
    if (const auto added = opened->add(file); !added) return std::unexpected(added.error());
  return Bitcode(std::move(opened));
}

llvm::Function* Bitcode::body_of(const Function& function) {
  llvm::Function* found = nullptr;
  if (function.is_internal) {
    const auto at = units_->local.find(function.linkage_name.substr(0, function.linkage_name.find(".unit.")));
    if (at == units_->local.end()) return nullptr;
    for (llvm::Function* each : at->second) {
      llvm::Function* const read = units_->load(each);
      if (read != nullptr && file_of(*read) == function.file) found = read;
      if (found != nullptr) break;
    }
  } else if (const auto at = units_->functions.find(function.linkage_name); at != units_->functions.end()) {
    found = units_->load(at->second);
  }
  return found != nullptr && found->size() == function.blocks.size() ? found : nullptr;
}

llvm::Function* Bitcode::body_of(const std::string& linkage_name) {
  const auto at = units_->functions.find(linkage_name);
  return at == units_->functions.end() ? nullptr : units_->load(at->second);
}

llvm::Function* Bitcode::body_of(llvm::Function& called) {
  if (called.hasLocalLinkage()) return called.isDeclaration() ? nullptr : units_->load(&called);
  const auto at = units_->functions.find(called.getName().str());
  if (at != units_->functions.end()) return units_->load(at->second);
  return called.isDeclaration() ? nullptr : units_->load(&called);
}

llvm::GlobalVariable& Bitcode::definition_of(llvm::GlobalVariable& variable) {
  if (variable.hasLocalLinkage()) return variable;
  const auto at = units_->variables.find(variable.getName().str());
  return at == units_->variables.end() ? variable : *at->second;
}

std::vector<llvm::GlobalVariable*> Bitcode::variables_named(std::string_view prefix) const {
  std::vector<llvm::GlobalVariable*> found;
  for (const auto& [name, variable] : units_->variables)
    if (name.starts_with(prefix)) found.push_back(variable);
  std::ranges::sort(found, {}, [](const llvm::GlobalVariable* each) { return each->getName(); });
  return found;
}

std::string Bitcode::name_of(const llvm::GlobalValue& value) {
  std::string name = value.getName().str();
  if (value.hasLocalLinkage()) name += fmt::format(".in.{}", value.getParent()->getModuleIdentifier());
  return name;
}

std::size_t Bitcode::loaded() const { return units_->ready.size(); }

BlockId number_of(const llvm::BasicBlock& block) {
  std::size_t number = 0;
  for (const llvm::BasicBlock& each : *block.getParent()) {
    if (&each == &block) break;
    ++number;
  }
  return BlockId(number);
}

Line line_of(const llvm::Instruction& instruction) {
  const llvm::DILocation* where = instruction.getDebugLoc().get();
  const llvm::DISubprogram* about = instruction.getFunction()->getSubprogram();
  if (where == nullptr || about == nullptr || where->getFile() == nullptr) return {};
  return where->getFilename() == about->getFilename() ? Line(where->getLine()) : Line{};
}

}  // namespace reenact
