// Preconditions of source text, for tests.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/files.h"
#include "bitcode/bitcode.h"
#include "build/build.h"
#include "program/program_model_reader.h"
#include "strategy/backward/explanation.h"

namespace reenact {

/// A source file, built as a session builds the subject's.
class SourceCode {
 public:
  SourceCode() {
    std::string name = (std::filesystem::temp_directory_path() / "reenact_backward_XXXXXX").string();
    folder_ = mkdtemp(name.data());
    setenv("REENACT_LIBDIR", REENACT_BINARY_DIR "/lib/reenact", 1);
  }
  SourceCode(const SourceCode&) = delete;
  SourceCode& operator=(const SourceCode&) = delete;
  ~SourceCode() { std::filesystem::remove_all(folder_); }

  struct Built {
    ProgramModel program;
    Bitcode code;
  };
  Built build(const std::string& source, const std::string& name = "a.cpp", const std::string& checks = {}) {
    CompileCommand command;
    command.directory = folder_;
    command.file = folder_ / name;
    command.arguments = {"c++", "-std=c++17"};
    if (name.ends_with(".c")) command.arguments = {"cc"};
    if (!write_file(command.file, source)) throw std::runtime_error("cannot write");
    return build(std::vector{command}, checks);
  }
  Built build(const std::vector<CompileCommand>& commands, const std::string& checks = {}) {
    SubjectOptions options;
    options.sanitizers.undefined = checks;
    options.build_dir = folder_;
    options.cache_dir = folder_ / "cache";
    const auto instrumented = build_units(commands, Flavour::kInstrumented, options);
    const auto bitcode = build_units(commands, Flavour::kBitcode, options);
    if (!instrumented || !bitcode) throw std::runtime_error("does not compile");
    std::vector<std::filesystem::path> models, units;
    for (const BuiltUnit& unit : instrumented->units) models.push_back(unit.model);
    for (const BuiltUnit& unit : bitcode->units) units.push_back(unit.object);
    return {read_program_model(models).value(), Bitcode::open(units).value()};
  }

  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

  /// The function with code on a line; none: there is none.
  static std::optional<TargetFrame> frame_at(Line line, const ProgramModel& program) {
    for (const Function& function : program.functions) {
      TargetFrame frame{.function = function.id, .line = line, .blocks = {}};
      for (std::size_t i = 0; i < function.blocks.size(); ++i)
        if (std::ranges::find(function.blocks[i].lines, line) != function.blocks[i].lines.end())
          frame.blocks.push_back(BlockId(i));
      if (!frame.blocks.empty()) return frame;
    }
    return std::nullopt;
  }
  static Line line_of(const std::string& source, std::size_t at) {
    return Line(
        static_cast<std::uint32_t>(std::count(source.begin(), source.begin() + static_cast<long>(at), '\n') + 1));
  }

 private:
  std::filesystem::path folder_;
};

/// The preconditions of a crash at the line of a source that ends in "// 1"; its callers' calls are at "// 2", "// 3" ...
class BackwardTest : public testing::Test {
 protected:
  Explanation explained(const std::string& source, const CrashReport& report, const std::string& name = "a.cpp") {
    SourceCode::Built built = code_.build(source, name);
    Goal goal{.report = &report, .program = &built.program, .frames = {}, .target = {}};
    for (int number = 1; add_frame(source, built.program, number, goal); ++number) {
    }
    goal.target = FrameIndex(goal.frames.size() - 1);
    const CallGraph graph(built.program);
    const ManualClock clock;
    return explain(goal, built.code, graph, backward_, 5, clock, [] { return false; });
  }

  Explanation explained(const std::string& source, CrashKind kind, const std::string& name = "a.cpp") {
    CrashReport report;
    report.kind = kind;
    return explained(source, report, name);
  }

  static std::vector<std::string> words(const ExplainedPrecondition& precondition) {
    std::vector<std::string> result;
    for (const ExplainedCondition& each : precondition.conditions) result.push_back(each.words);
    return result;
  }

  BackwardOptions backward_;

 private:
  static bool add_frame(const std::string& source, const ProgramModel& program, int number, Goal& goal) {
    const auto at = source.find("// " + std::to_string(number) + "\n");
    if (at == std::string::npos) return false;
    const auto frame = SourceCode::frame_at(SourceCode::line_of(source, at), program);
    if (!frame) throw std::runtime_error("no code on the line");
    goal.frames.push_back(*frame);
    return true;
  }

  SourceCode code_;
};

}  // namespace reenact
