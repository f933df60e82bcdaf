// The executor over a thousand functions as they are written: of this project, the C++ library and the libraries it uses. None may end in
// an error inside, and memory stays small.
#include <sys/resource.h>

#include "strategy/backward/source_fixture.h"
#include "strategy/backward/trace.h"

namespace reenact {
namespace {

using backward::Asked;
using symbolic::Op;

/// The pieces of paths that one function gets.
constexpr std::size_t kSteps = 12;

/// Back from each return with "the result is 0", and from the first accesses with "the pointer is null".
std::size_t go_through(llvm::Function& function, backward::Workshop& workshop, const BackwardOptions& options) {
  symbolic::Expressions& e = workshop.expressions();
  std::size_t found = 0, accesses = 0;
  backward::Executor executor(workshop.shared(), options, {backward::Level{&function, {}}});
  const auto start = [&](llvm::Instruction& place, const llvm::Value& value) {
    const unsigned width = backward::Values::width_of(*value.getType());
    if (width == 0) return;
    backward::State state = executor.at(place);
    const auto asked = workshop.values().of(value, state.activation().id);
    if (executor.require(state, e.make(Op::kEq, asked, e.constant(0, width)), Asked::kCrash, &place))
      executor.start(std::move(state));
  };
  for (llvm::BasicBlock& block : function)
    for (llvm::Instruction& each : block) {
      if (auto* const back = llvm::dyn_cast<llvm::ReturnInst>(&each); back != nullptr && back->getReturnValue())
        start(each, *back->getReturnValue());
      if (const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&each); pointer != nullptr && ++accesses <= 3)
        start(each, *pointer);
    }
  std::size_t steps = 0;
  while (executor.next([&] { return ++steps > kSteps; })) ++found;
  return found;
}

/// The functions of the program and what they call, the library's own among them; at most `most`.
std::vector<llvm::Function*> functions_of(SourceCode::Built& built, std::size_t most) {
  std::vector<llvm::Function*> all;
  const auto add = [&](llvm::Function* function) {
    if (function != nullptr && all.size() < most && std::ranges::find(all, function) == all.end())
      all.push_back(function);
  };
  for (const Function& model : built.program.functions) add(built.code.body_of(model));
  for (std::size_t i = 0; i < all.size(); ++i)
    for (llvm::BasicBlock& block : *all[i])
      for (llvm::Instruction& each : block)
        if (auto* const call = llvm::dyn_cast<llvm::CallBase>(&each))
          if (llvm::Function* const called = call->getCalledFunction()) add(built.code.body_of(*called));
  return all;
}

TEST(ManyFunctions, EndInNoErrorInside) {
  std::vector<CompileCommand> commands;
  for (const char* unit : {"src/crash/texts.cpp", "src/base/files.cpp", "src/symbolic/print.cpp",
                           "src/symbolic/expressions.cpp", "src/program/call_graph.cpp"}) {
    CompileCommand command;
    command.directory = REENACT_SOURCE_DIR;
    command.file = std::filesystem::path(REENACT_SOURCE_DIR) / unit;
    command.arguments = {"c++", "-std=c++23", "-I" REENACT_SOURCE_DIR "/src"};
    commands.push_back(command);
  }
  SourceCode code;
  SourceCode::Built built = code.build(commands);
  const CallGraph graph(built.program);
  const ManualClock clock;
  BackwardOptions options;
  options.depth = 4;
  std::size_t functions = 0, found = 0;
  for (llvm::Function* function : functions_of(built, 1000)) {
    // Formulas of one do not stay for the next.
    backward::Workshop workshop(built.code, built.program, graph, clock);
    ++functions;
    found += go_through(*function, workshop, options);
  }
  EXPECT_GE(functions, 1000U);
  EXPECT_GE(found, 500U);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  EXPECT_LT(usage.ru_maxrss, 2L << 20);  // KiB
  RecordProperty("preconditions", static_cast<int>(found));
}

}  // namespace
}  // namespace reenact
