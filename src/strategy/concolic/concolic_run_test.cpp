// From source text to an input that gets through: compiled with the plugin, run, negated, solved, run again.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <optional>

#include "base/clock.h"
#include "base/process.h"
#include "solver/solver_chain.h"
#include "strategy/concolic/generational_selector.h"
#include "strategy/concolic/path_explorer.h"
#include "strategy/concolic/read_run.h"

namespace reenact::concolic {
namespace {

using Function = int (*)(const char*, std::size_t);

/// A subject's library, loaded.
class Library {
 public:
  /// Compiles the file of testdata/.
  explicit Library(const std::string& name) {
    const std::filesystem::path source =
        std::filesystem::path(REENACT_SOURCE_DIR) / "src/strategy/concolic/testdata" / name;
    const std::filesystem::path lib = std::filesystem::path(REENACT_BINARY_DIR) / "lib/reenact";
    const std::filesystem::path out =
        std::filesystem::path(testing::TempDir()) / ("concolic_" + std::to_string(getpid()) + "_" + name + ".so");
    const bool cpp = name.ends_with(".cpp");
    const auto result =
        run_process({cpp ? "clang++-19" : "clang-19", cpp ? "-std=c++17" : "-std=c11", "-O1", "-g", "-fPIC", "-shared",
                     "-fpass-plugin=" + (lib / "libreenact_concolic_pass.so").string(), "-include",
                     REENACT_SOURCE_DIR "/src/runtime/concolic/whole_templates.h", source.string(),
                     // Its own strings, not those of the library that is loaded already.
                     "-Wl,-Bsymbolic", "-Wl,--whole-archive", (lib / "libreenact_concolic_runtime.a").string(),
                     "-Wl,--no-whole-archive", cpp ? "-lstdc++" : "-lc", "-o", out.string()});
    if (!result || result->exit_status != 0) throw std::runtime_error(result ? result->err : result.error().message);
    handle_ = dlopen(out.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle_ == nullptr) throw std::runtime_error(dlerror());
    std::filesystem::remove(out);
  }
  ~Library() { dlclose(handle_); }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  template <typename T>
  T get(const char* name) const {
    void* const symbol = dlsym(handle_, name);
    if (symbol == nullptr) throw std::runtime_error(dlerror());
    return reinterpret_cast<T>(symbol);
  }

 private:
  void* handle_;
};

/// A function over a text; its bytes, or words of it, are the inputs.
class TextProgram final : public ConcolicProgram {
 public:
  TextProgram(Expressions& expressions, const Library& library, const char* function, std::size_t size,
              std::size_t word)
      : expressions_(expressions),
        function_(library.get<Function>(function)),
        begin_(library.get<void (*)()>("reenact_concolic_begin")),
        end_(library.get<void (*)()>("reenact_concolic_end")),
        input_(library.get<void (*)(const void*, std::size_t, std::uint64_t)>("reenact_concolic_input")),
        region_(std::move(*Region::make())),
        text_(size + 1),
        word_(word) {
    library.get<void (*)(ReenactConcolicRegion*)>("reenact_concolic_attach")(region_.shared());
  }

  PathCondition run(const symbolic::Assignment& input) override {
    const std::size_t size = text_.size() - 1;
    for (std::size_t i = 0; i < size; i += word_) {
      const symbolic::Bits value = input.value(expressions_.symbol_of(name(i / word_)));
      for (std::size_t j = 0; j < word_; ++j)
        text_[i + j] = static_cast<char>(static_cast<unsigned char>(value >> (8 * j)));
    }
    begin_();
    for (std::size_t i = 0; i < size; i += word_) input_(text_.data() + i, word_, i / word_);
    const int result = function_(text_.data(), size);
    end_();
    best = std::max(best, result);
    if (result == 1) found = std::string(text_.data(), size);
    const ReadRun read = read_run(
        expressions_, region_,
        [&](Expressions&, std::uint64_t number, unsigned) { return number < size / word_ ? name(number) : Expr{}; },
        input);
    stale += read.stale;
    unreadable += read.unreadable;
    last = print(expressions_, read.path);
    full += region_.concretised(kReenactRegionFull);
    return read.path;
  }

  int best = 0;
  std::optional<std::string> found;
  std::string last;  // path
  std::uint64_t stale = 0, unreadable = 0, full = 0;

 private:
  Expr name(std::uint64_t number) {
    return expressions_.symbol("text[" + std::to_string(number) + "]", static_cast<unsigned>(word_ * 8));
  }

  Expressions& expressions_;
  Function function_;
  void (*begin_)();
  void (*end_)();
  void (*input_)(const void*, std::size_t, std::uint64_t);
  Region region_;
  std::vector<char> text_;
  std::size_t word_;
};

class ConcolicRun : public testing::Test {
 protected:
  /// Explores from a text of zeros. The function has to return 1 for some text.
  void expect_through(const std::string& file, const char* function, std::size_t size, std::size_t word = 1,
                      std::uint64_t attempts = 3000) {
    const Library library(file);
    program_.emplace(e_, library, function, size, word);
    explorer_.emplace(e_, *program_, selector_, solver_, ExploreOptions{.max_attempts = attempts});
    explorer_->explore({});
    EXPECT_TRUE(program_->found.has_value())
        << "after " << explorer_->counts().runs << " runs, " << explorer_->counts().attempts
        << " attempts: " << explorer_->counts().infeasible << " infeasible, " << explorer_->counts().unknown
        << " unknown, " << explorer_->counts().optimistic << " optimistic; the last path: " << program_->last;
    EXPECT_EQ(explorer_->counts().diverged, 0);
    EXPECT_EQ(program_->stale, 0);
    EXPECT_EQ(program_->unreadable, 0);
    EXPECT_EQ(program_->full, 0);
  }

  Expressions e_;
  SteadyClock clock_;
  solver::SolverChain solver_{e_, {}, clock_};
  GenerationalSelector selector_;
  std::optional<TextProgram> program_;
  std::optional<PathExplorer> explorer_;
};

TEST_F(ConcolicRun, Numbers) { expect_through("subject.c", "compares_numbers", 8, 4); }
TEST_F(ConcolicRun, NumbersByTheirBytes) { expect_through("subject.c", "compares_numbers", 8, 1); }
TEST_F(ConcolicRun, MagicAndChecksum) { expect_through("subject.c", "has_magic_and_checksum", 30); }
TEST_F(ConcolicRun, NestedCommands) { expect_through("subject.c", "nests_commands", 20); }
TEST_F(ConcolicRun, Base64) { expect_through("subject.c", "decodes_base64", 8); }
TEST_F(ConcolicRun, Base64ByRanges) { expect_through("subject.c", "decodes_base64_by_ranges", 8); }
TEST_F(ConcolicRun, LengthField) { expect_through("subject.c", "agrees_in_length", 6); }
TEST_F(ConcolicRun, GeneratedScanner) { expect_through("subject.c", "scans_keyword", 6); }
TEST_F(ConcolicRun, Ctype) { expect_through("subject.c", "uses_ctype", 4); }
TEST_F(ConcolicRun, AComparisonOfTextsIsOneCondition) { expect_through("subject.c", "is_keyword", 12, 1, 1); }
TEST_F(ConcolicRun, TextsInOrder) {
  expect_through("subject.c", "orders_texts", 8);
  EXPECT_EQ(program_->best, 5);
}
TEST_F(ConcolicRun, Floats) { expect_through("subject.c", "compares_floats", 16, 2); }
TEST_F(ConcolicRun, Switch) {
  expect_through("subject.c", "chooses", 2);
  EXPECT_EQ(program_->best, 2) << "the other case, too";
}
TEST_F(ConcolicRun, StringsAndMaps) { expect_through("subject.cpp", "looks_up_strings", 5); }
TEST_F(ConcolicRun, Strings) { expect_through("subject.cpp", "compares_strings", 44); }
TEST_F(ConcolicRun, VirtualCalls) { expect_through("subject.cpp", "calls_virtually", 2); }

// The paper's program: 32 paths that return, ten that throw.
TEST_F(ConcolicRun, ThePapersProgram) {
  expect_through("subject.cpp", "runs_sample", 60, 4);
  EXPECT_EQ(explorer_->inputs().size(), 32 + 10);
  EXPECT_EQ(program_->best, 2);
}

}  // namespace
}  // namespace reenact::concolic
