#include "subject/build.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <set>
#include <thread>

#include "base/process.h"
#include "subject/cache.h"
#include "subject/flags.h"
#include "subject/toolchain.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

/// Folders whose functions are instrumented: where the sources are, and the include folders that are not the system's.
std::string roots_of(const std::vector<CompileCommand>& commands) {
  std::set<std::string> roots;
  const auto add = [&](const fs::path& folder) {
    const std::string text = folder.lexically_normal().string();
    if (!text.starts_with("/usr/") && !text.starts_with("/lib") && text != "/") roots.insert(text.ends_with('/') ? text.substr(0, text.size() - 1) : text);
  };
  for (const CompileCommand& command : commands) {
    add(command.file.parent_path());
    for (std::size_t i = 1; i < command.arguments.size(); ++i) {
      const std::string& word = command.arguments[i];
      if (word.starts_with("-I")) add(command.directory / (word.size() > 2 ? word.substr(2) : i + 1 < command.arguments.size() ? command.arguments[i + 1] : "."));
      if (word == "-isystem" && i + 1 < command.arguments.size()) add(command.directory / command.arguments[i + 1]);
    }
  }
  std::string result;
  for (const std::string& root : roots) result += (result.empty() ? "" : ":") + root;
  return result;
}

std::vector<fs::path> read_dependencies(const fs::path& file) {
  // Makefile syntax: "object: a.c b.h \" with "\ " for blanks in names.
  const std::string text = read_file(file).value_or("");
  std::vector<fs::path> result;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty() && word.back() != ':') result.emplace_back(word);
    word.clear();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == ' ') word += text[++i];
    else if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == '\n') ++i;
    else if (text[i] == ' ' || text[i] == '\n') end_word();
    else word += text[i];
  }
  end_word();
  return result;
}

std::string first_lines(const std::string& text, std::size_t count) {
  std::size_t end = 0;
  for (std::size_t i = 0; i < count && end != std::string::npos; ++i) end = text.find('\n', end == 0 ? 0 : end + 1);
  return end == std::string::npos ? text : text.substr(0, end);
}

bool is_clang(const std::string& compiler) { return compiler.contains("clang"); }

class Builder {
 public:
  Builder(Flavour flavour, const SubjectOptions& options, Toolchain tools, std::string roots)
      : flavour_(flavour), options_(options), tools_(std::move(tools)), roots_(std::move(roots)) {
    pass_hash_ = hash_of_file(tools_.pass).value_or(0);
  }

  struct Outcome {
    BuiltUnit unit;
    std::string failure;   // the compiler's words; empty if built
    bool has_main = false;
  };

  Outcome build(const CompileCommand& command) {
    const std::vector<std::string> line = command_line(command);
    std::string key_text = command.directory.string() + "\n" + command.file.string();
    for (const std::string& word : line) key_text += "\n" + word;
    if (flavour_ == Flavour::kInstrumented) key_text += fmt::format("\n{}\n{}", pass_hash_, roots_);
    const fs::path folder = options_.cache_dir / "units" / hex(hash_of(key_text));
    Outcome outcome;
    outcome.unit = {command, folder / "unit.o", folder / "unit.model", {}};
    auto inputs = Inputs::load(folder / "inputs");
    if (!inputs || !inputs->fresh() || !fs::exists(outcome.unit.object)) {
      if (!compile(line, command, folder, outcome)) return outcome;
      inputs = Inputs::load(folder / "inputs");
    }
    for (const fs::path& file : inputs->files())
      if (file != command.file) outcome.unit.headers.push_back(file);
    outcome.has_main = fs::exists(folder / "has_main");
    return outcome;
  }

 private:
  std::vector<std::string> command_line(const CompileCommand& command) const {
    std::vector<std::string> line{compiler(command)};
    const bool clean = flavour_ == Flavour::kClean;
    for (std::string& flag : project_flags(command, clean)) line.push_back(std::move(flag));
    if (command.file.extension() == ".S" || command.file.extension() == ".s") return line;
    if (command.is_c) line.insert(line.end(), {"-x", "c"});
    line.push_back("-w");
    if (clean) {
      line.push_back("-g");
    } else {
      line.insert(line.end(), {"-O1", "-gline-tables-only", "-fno-omit-frame-pointer", "-fpass-plugin=" + tools_.pass.string(), "-Wno-error"});
    }
    for (std::string& flag : sanitizer_flags(options_.sanitizers, !clean)) line.push_back(std::move(flag));
    return line;
  }

  std::string compiler(const CompileCommand& command) const {
    const std::string& given = command.arguments[0];
    const bool sanitized = options_.sanitizers.address || !options_.sanitizers.undefined.empty();
    if (flavour_ == Flavour::kClean && !is_clang(given) && !sanitized && !given.ends_with("cc1")) {
      if (given.ends_with("ccache") || given.ends_with("distcc")) return command.is_c ? "gcc" : "g++";
      return given;
    }
    return command.is_c ? tools_.c_compiler : tools_.cxx_compiler;
  }

  bool compile(const std::vector<std::string>& line, const CompileCommand& command, const fs::path& folder, Outcome& outcome) {
    fs::create_directories(folder);
    std::vector<std::string> full = line;
    full.insert(full.end(), {"-c", command.file.string(), "-o", outcome.unit.object.string(), "-MD", "-MF", (folder / "deps").string()});
    ProcessOptions process;
    process.directory = fs::exists(command.directory) ? command.directory : fs::path("/");
    process.environment = {"REENACT_ROOTS=" + roots_, "REENACT_MODEL_OUT=" + outcome.unit.model.string()};
    const auto result = run_process(full, process);
    if (!result) {
      outcome.failure = result.error().message;
      return false;
    }
    if (result->exit_status != 0) {
      outcome.failure = first_lines(result->err, 20);
      return false;
    }
    std::vector<fs::path> inputs;
    for (const fs::path& file : read_dependencies(folder / "deps")) inputs.push_back((command.directory / file).lexically_normal());
    Inputs::of(inputs).save(folder / "inputs");
    note_main(folder, outcome.unit.object);
    return true;
  }

  void note_main(const fs::path& folder, const fs::path& object) const {
    const auto symbols = run_process({"nm", "--defined-only", "-g", object.string()});
    if (symbols && symbols->out.contains(" T main\n")) write_file(folder / "has_main", "");
  }

  Flavour flavour_;
  const SubjectOptions& options_;
  Toolchain tools_;
  std::string roots_;
  std::uint64_t pass_hash_ = 0;
};

}  // namespace

std::string instrumented_roots(const std::vector<CompileCommand>& commands) { return roots_of(commands); }

Expected<BuiltSubject> build_units(const std::vector<CompileCommand>& commands, Flavour flavour, const SubjectOptions& options) {
  const auto tools = find_toolchain();
  if (!tools) return std::unexpected(tools.error());
  Builder builder(flavour, options, *tools, roots_of(commands));
  std::vector<Builder::Outcome> outcomes(commands.size());
  std::atomic<std::size_t> next = 0, done = 0;
  std::mutex progress;
  const auto work = [&] {
    for (std::size_t i; (i = next++) < commands.size();) {
      outcomes[i] = builder.build(commands[i]);
      const std::lock_guard lock(progress);
      ++done;
      if (options.progress) options.progress(flavour == Flavour::kClean ? "building clean" : "building", done, commands.size());
    }
  };
  {
    std::vector<std::jthread> threads;
    for (unsigned i = 1; i < std::max(1u, options.jobs); ++i) threads.emplace_back(work);
    work();
  }
  BuiltSubject subject;
  std::string first_failure;
  for (Builder::Outcome& outcome : outcomes) {
    const std::string file = outcome.unit.command.file.string();
    if (!outcome.failure.empty()) {
      if (first_failure.empty()) first_failure = fmt::format("{} does not compile:\n{}", file, outcome.failure);
      subject.notes.push_back(fmt::format("left out (does not compile): {}\n{}", file, outcome.failure));
    } else if (outcome.has_main) {
      subject.notes.push_back(fmt::format("left out (defines main): {}", file));
    } else {
      subject.units.push_back(std::move(outcome.unit));
    }
  }
  if (subject.units.empty())
    return subject_error(first_failure.empty() ? "every unit of the compilation database defines main: nothing is left to test\n  next step: give the database of the library"
                                               : first_failure + "\n  next step: build the project once with its own build system, then try again");
  return subject;
}

}  // namespace reenact
