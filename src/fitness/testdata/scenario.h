// Small programs and runs for the tests of fitness functions, made by hand.
#pragma once

#include <deque>
#include <limits>
#include <string>
#include <vector>

#include "goal/goal.h"
#include "run/observation.h"

namespace reenact {

inline constexpr float kNever = std::numeric_limits<float>::infinity();

/// successors[i] and, optionally, lines[i] of block i.
inline Function make_function(const std::string& name, const std::vector<std::vector<unsigned>>& successors,
                              const std::vector<std::vector<unsigned>>& lines = {}) {
  Function function;
  function.linkage_name = name;
  function.file = "/src/" + name + ".cpp";
  for (std::size_t i = 0; i < successors.size(); ++i) {
    Block block;
    for (const unsigned next : successors[i]) block.successors.emplace_back(next);
    for (const unsigned line : i < lines.size() ? lines[i] : std::vector<unsigned>{}) block.lines.emplace_back(line);
    if (successors[i].size() >= 2) {
      block.first_edge = function.edge_count;
      function.edge_count += static_cast<std::uint32_t>(successors[i].size());
    }
    function.blocks.push_back(std::move(block));
  }
  return function;
}

/// A report, its program and its goal. REQUIRES of `frames`: innermost first.
class Scenario {
 public:
  FunctionId add(Function function) {
    function.id = FunctionId(program_.functions.size());
    program_.by_linkage_name.emplace(function.linkage_name, function.id);
    program_.functions.push_back(std::move(function));
    return program_.functions.back().id;
  }
  void frame(FunctionId function, unsigned line, unsigned block) {
    goal_.frames.push_back({function, Line(line), {BlockId(block)}});
    goal_.target = FrameIndex(goal_.frames.size() - 1);
  }
  void exception(const std::string& type, const std::string& message = "") {
    report_.kind = CrashKind::kCppException;
    report_.exception_type = type;
    report_.message = message;
  }
  [[nodiscard]] const Goal& goal() {
    goal_.report = &report_;
    goal_.program = &program_;
    return goal_;
  }
  [[nodiscard]] const ProgramModel& program() const { return program_; }
  [[nodiscard]] CrashReport& report() { return report_; }

  /// A run that has entered nothing.
  [[nodiscard]] Observation run() const { return {}; }
  /// Adds what `run` did in a function; the scenario keeps the arrays.
  void covers(Observation& run, FunctionId function, const std::vector<unsigned>& entered,
              std::vector<float> edges = {}, unsigned stopped = 0) {
    auto& hits = hits_.emplace_back(program_[function].blocks.size(), std::uint8_t{0});
    for (const unsigned block : entered) hits[block] = 1;
    edges.resize(program_[function].edge_count, kNever);
    edges_.push_back(std::move(edges));
    run.coverage.push_back({function, hits, edges_.back(), Line(stopped)});
  }
  static void raises(Observation& run, const std::string& type, const std::vector<TraceFrame>& trace = {}) {
    run.raised = true;
    run.kind = CrashKind::kCppException;
    run.exception_type = type;
    run.trace = trace;
  }

 private:
  CrashReport report_;
  ProgramModel program_;
  Goal goal_;
  std::deque<std::vector<std::uint8_t>> hits_;
  std::deque<std::vector<float>> edges_;
};

/// The control flow graph of Figure 1 of "It is not only about control dependent nodes": `fromMap` of its Listing 1.1.
///   0: 403   1: 404-406   2: 407-408   3: 409   4: 410   5: 411   6: 413   7: 415   8: 417   9: 418
inline Function from_map() {
  return make_function("fromMap", {{1, 9}, {2, 8}, {3, 4}, {7}, {5, 6}, {7}, {7}, {8}, {0}, {}},
                       {{403}, {404, 405, 406}, {407, 408}, {409}, {410}, {411}, {413}, {415}, {417}, {418}});
}

}  // namespace reenact
