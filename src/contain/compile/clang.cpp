#include "contain/compile/clang.h"

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Basic/Stack.h>
#include <clang/CodeGen/ObjectFilePCHContainerOperations.h>
#include <clang/Driver/Compilation.h>
#include <clang/Driver/Driver.h>
#include <clang/Driver/Job.h>
#include <clang/Driver/ToolChain.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/TextDiagnosticBuffer.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/FrontendTool/Utils.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/Program.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Host.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string_view>

namespace reenact::compile {
namespace {

using Arguments = llvm::ArrayRef<const char*>;

constexpr int kNotStarted = 127, kBackendFailed = 70;  // as the driver ends

[[noreturn]] void end(int status) {
  llvm::outs().flush();
  _exit(status);
}

/// What clang runs as `clang -cc1 ARGUMENTS`. `text`: of the file "small.cpp"; empty: there is no such file.
bool compile(Arguments arguments, std::string_view text = {}) {
  // Freeing what a compilation has made takes time, and the process ends.
  auto* const compiler = new clang::CompilerInstance;
  const auto containers = compiler->getPCHContainerOperations();
  containers->registerWriter(std::make_unique<clang::ObjectFilePCHContainerWriter>());
  containers->registerReader(std::make_unique<clang::ObjectFilePCHContainerReader>());
  auto* const early = new clang::TextDiagnosticBuffer;
  clang::DiagnosticsEngine diagnostics(new clang::DiagnosticIDs, new clang::DiagnosticOptions, early);
  const bool is_understood =
      clang::CompilerInvocation::CreateFromArgs(compiler->getInvocation(), arguments, diagnostics);
  compiler->createDiagnostics();
  early->FlushDiagnostics(compiler->getDiagnostics());
  if (!text.empty())
    compiler->getPreprocessorOpts().addRemappedFile(
        "small.cpp", llvm::MemoryBuffer::getMemBufferCopy({text.data(), text.size()}).release());
  return is_understood && clang::ExecuteCompilerInvocation(compiler);
}

[[noreturn]] void become(const std::string& program, const std::vector<const char*>& arguments) {
  std::vector<char*> words;
  for (const char* each : arguments) words.push_back(const_cast<char*>(each));
  words.push_back(nullptr);
  execvp(program.c_str(), words.data());
  llvm::errs() << "cannot run " << program << ": " << std::strerror(errno) << "\n";
  end(kNotStarted);
}

std::string real_path(const std::string& path) {
  llvm::SmallString<256> result;
  return llvm::sys::fs::real_path(path, result) ? std::string() : std::string(result);
}

/// Where clang 19 is, if `program` is that; else empty.
std::string clang_behind(const std::string& program) {
  const auto found = llvm::sys::findProgramByName(program);
  const std::string file = found ? real_path(*found) : std::string();
  return file == real_path(REENACT_CLANG) ? file : std::string();
}

/// "clang++-19" compiles C++: as "clang --driver-mode=g++".
void add_mode_of_name(std::vector<const char*>& arguments, const clang::driver::ParsedClangName& name) {
  if (name.DriverMode != nullptr) arguments.insert(arguments.begin() + 1, name.DriverMode);
}

}  // namespace

void get_ready() {
  llvm::InitializeAllTargets();
  llvm::InitializeAllTargetMCs();
  llvm::InitializeAllAsmPrinters();
  llvm::InitializeAllAsmParsers();
  llvm::install_fatal_error_handler([](void*, const char* reason, bool) {
    llvm::errs() << "fatal error: error in backend: " << reason << "\n";
    end(kBackendFailed);
  });
}

void get_faster() {
  const std::string triple = llvm::sys::getDefaultTargetTriple();
  constexpr std::string_view kSmall =
      "template <class T> struct Base { virtual ~Base() {} virtual T value(T t) { return t + 1; } };\n"
      "struct Derived : Base<int> { int value(int i) override { if (i > 3) throw i; return i * 2; } };\n"
      "int use(Base<int>& base, int n) { int sum = 0; for (int i = 0; i < n; ++i) sum += base.value(i); return sum; }\n"
      "int all() { Derived derived; try { return use(derived, 9); } catch (int i) { return i; } }\n";
  (void)compile({"-triple", triple.c_str(), "-emit-codegen-only", "-O1", "-fcxx-exceptions", "-fexceptions",
                 "-debug-info-kind=line-tables-only", "-x", "c++", "small.cpp"},
                kSmall);
}

void run_compiler(const std::vector<std::string>& command) {
  clang::noteBottomOfStack();
  std::vector<const char*> arguments;
  bool has_response_file = false;
  for (const std::string& word : command) {
    arguments.push_back(word.c_str());
    has_response_file = has_response_file || word.starts_with('@');
  }
  const std::string file = clang_behind(command.front());
  if (file.empty() || has_response_file) become(command.front(), arguments);

  const auto name = clang::driver::ToolChain::getTargetAndModeFromProgramName(command.front());
  add_mode_of_name(arguments, name);
  const llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> options(
      clang::CreateAndPopulateDiagOpts(arguments).release());
  auto* const printer = new clang::TextDiagnosticPrinter(llvm::errs(), &*options);
  printer->setPrefix(llvm::sys::path::stem(command.front()).str());
  auto* const diagnostics = new clang::DiagnosticsEngine(new clang::DiagnosticIDs, options, printer);
  clang::ProcessWarningOptions(*diagnostics, *options, false);
  auto* const driver = new clang::driver::Driver(file, llvm::sys::getDefaultTargetTriple(), *diagnostics);
  driver->setTargetAndMode(name);
  const clang::driver::Compilation* const compilation = driver->BuildCompilation(arguments);
  if (compilation == nullptr || compilation->containsError()) end(1);
  const auto& jobs = compilation->getJobs();
  if (jobs.size() != 1) become(command.front(), {arguments.begin(), arguments.end()});
  const clang::driver::Command& job = *jobs.begin();
  const Arguments of_job = job.getArguments();
  if (!of_job.empty() && std::string_view(of_job.front()) == "-cc1") {
    std::vector<const char*> words(of_job.begin() + 1, of_job.end());
    // What is half written when the engine is killed is no entry of the cache; under a name of its own nobody would ever remove it.
    words.push_back("-fno-temp-file");
    end(compile(words) ? 0 : 1);
  }
  std::vector<const char*> words{job.getExecutable()};
  words.insert(words.end(), of_job.begin(), of_job.end());
  become(job.getExecutable(), words);
}

}  // namespace reenact::compile
