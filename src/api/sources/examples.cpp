#include "api/sources/examples.h"

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/FileManager.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Basic/TargetInfo.h>
#include <clang/Basic/TargetOptions.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/LiteralSupport.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/TargetParser/Host.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <set>
#include <string_view>
#include <unordered_set>

#include "base/files.h"
#include "base/text.h"
#include "build/project_folder.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

// A project of any size costs some tenths of a second at most.
constexpr std::size_t kMostEntries = 50'000;             // files and folders looked at
constexpr std::size_t kLargestCode = 1 << 20;            // bytes of a source file
constexpr std::size_t kMostCode = std::size_t{1} << 23;  // of all of them

bool contains_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

bool is_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, text) != words.end();
}

bool is_code(const fs::path& file) {
  return is_any(lower(file.extension().string()),
                {".c", ".cc", ".cpp", ".cxx", ".c++", ".h", ".hh", ".hpp", ".hxx", ".inc", ".inl", ".ipp"});
}

/// Files about the project, not of what it reads.
bool is_about_the_project(const fs::path& file) {
  const std::string name = lower(file.filename().string()), extension = lower(file.extension().string());
  return name.starts_with("readme") || name.starts_with("makefile") ||
         contains_any(name, {"license", "copying", "cmakelists"}) ||
         is_any(extension, {".am", ".bat", ".bazel", ".cmake", ".gn", ".in", ".m4", ".mk", ".pl", ".pro", ".py", ".sh",
                            ".sln", ".vcproj", ".vcxproj"});
}

/// Folders that a build makes, and hidden ones.
bool is_made(const fs::path& folder) {
  return folder.filename().string().starts_with('.') || is_there(folder / "CMakeCache.txt") ||
         is_there(folder / "build.ninja") || is_there(folder / "CMakeFiles");
}

/// Turns a source file's text into tokens, as it stands: nothing is included or expanded.
class Literals {
 public:
  explicit Literals(const std::string& source)
      : diagnostics_(new clang::DiagnosticIDs, new clang::DiagnosticOptions, new clang::IgnoringDiagConsumer),
        files_(clang::FileSystemOptions()),
        sources_(diagnostics_, files_) {
    language_.CPlusPlus = language_.CPlusPlus11 = language_.RawStringLiterals = true;
    auto options = std::make_shared<clang::TargetOptions>();
    options->Triple = llvm::sys::getDefaultTargetTriple();
    target_.reset(clang::TargetInfo::CreateTargetInfo(diagnostics_, options));
    file_ = sources_.createFileID(llvm::MemoryBuffer::getMemBufferCopy(source));
  }

  std::vector<std::string> read() {
    if (target_ == nullptr) return {};
    clang::Lexer lexer(file_, sources_.getBufferOrFake(file_), sources_, language_);
    clang::Token token;
    bool in_directive = false;
    while (!lexer.LexFromRawLexer(token)) {
      if (token.isAtStartOfLine()) in_directive = token.is(clang::tok::hash);
      if (in_directive) continue;
      if (token.isOneOf(clang::tok::string_literal, clang::tok::utf8_string_literal))
        neighbours_.push_back(token);
      else
        join();
    }
    join();
    return std::move(found_);
  }

 private:
  void join() {
    if (neighbours_.empty()) return;
    const clang::StringLiteralParser parser(neighbours_, sources_, language_, *target_, &diagnostics_);
    if (!parser.hadError) found_.emplace_back(parser.GetString());
    neighbours_.clear();
  }

  clang::DiagnosticsEngine diagnostics_;
  clang::FileManager files_;
  clang::SourceManager sources_;
  clang::LangOptions language_;
  std::unique_ptr<clang::TargetInfo> target_;
  clang::FileID file_;
  std::vector<clang::Token> neighbours_;
  std::vector<std::string> found_;
};

/// Goes through a project's folders.
class Walk {
 public:
  void go(const fs::path& folder, bool holds_examples_already) {
    std::vector<fs::path> entries;
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(folder, failed)) entries.push_back(entry.path());
    std::ranges::sort(entries);
    for (const fs::path& each : entries) {
      if (++visited_ > kMostEntries) return;
      const fs::file_status status = fs::symlink_status(each, failed);
      if (fs::is_directory(status) && !is_made(each))
        go(each, holds_examples_already || holds_examples(each));
      else if (fs::is_regular_file(status))
        look_at(each, holds_examples_already);
    }
  }
  Examples take() { return std::move(found_); }

 private:
  void look_at(const fs::path& file, bool among_examples) {
    std::error_code failed;
    const std::uintmax_t size = fs::file_size(file, failed);
    if (failed || is_about_the_project(file)) return;
    if (is_code(file)) {
      const bool is_test = among_examples || contains_any(lower(file.filename().string()), {"test", "example", "fuzz"});
      if (!is_test || size > kLargestCode || code_ + size > kMostCode) return;
      code_ += size;
      const std::string code = read_file(file).value_or("");
      for (std::string& each : literals_in(code)) add(std::move(each));
      for (CallSequence& each : call_sequences_in(code))
        if (known_sequences_.insert(each).second) found_.sequences.push_back(std::move(each));
    } else if (among_examples && size <= kLargestExample) {
      add(read_file(file).value_or(""));
    }
  }
  void add(std::string text) {
    if (text.size() < 2 || text.size() > kLargestExample || !known_.insert(text).second) return;
    found_.texts.push_back(std::move(text));
  }

  Examples found_;
  std::unordered_set<std::string> known_;
  std::set<CallSequence> known_sequences_;
  std::size_t visited_ = 0, code_ = 0;
};

/// At most `most` of them.
template <typename T>
void thin_out(std::vector<T>& all, std::size_t most) {
  if (all.size() <= most) return;
  std::vector<T> some;
  for (std::size_t i = 0; i < most; ++i) some.push_back(std::move(all[i * all.size() / most]));
  all = std::move(some);
}

}  // namespace

std::vector<std::string> literals_in(const std::string& source) { return Literals(source).read(); }

Examples read_examples(const fs::path& project) {
  if (project.empty()) return {};
  Walk walk;
  walk.go(project, false);
  Examples all = walk.take();
  thin_out(all.texts, kMostExamples);
  thin_out(all.sequences, kMostSequences);
  return all;
}

}  // namespace reenact
