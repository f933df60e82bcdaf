// From source text to composed tests, without running them.
#include "strategy/backward/composer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "strategy/backward/source_fixture.h"
#include "testcase/testdata/made_up_api.h"

namespace reenact::backward {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// An API by hand for source text, and the tests that are composed for the throw on its line "// 1".
class ComposerTest : public testing::Test {
 protected:
  MadeUpApi made_;
  TypeId integer_ = made_.type(TypeKind::kInteger, 32), text_ = made_.type(TypeKind::kText),
         numbers_ = made_.type(TypeKind::kNumbers), object_ = made_.type(TypeKind::kObject),
         pointer_ = made_.type(TypeKind::kPointer);

  [[nodiscard]] Parameter number() const {
    return {.name = "n", .type = integer_, .sources = {{integer_, PassMode::kAddress}}};
  }
  [[nodiscard]] Parameter object() const {
    return {.name = "o", .type = object_, .sources = {{object_, PassMode::kAddress}, {pointer_, PassMode::kLoad}}};
  }
  CallableId add(CallableKind kind, const std::string& linkage_name, std::vector<Parameter> parameters,
                 std::optional<TypeId> result = std::nullopt) {
    const CallableId id = made_.add(kind, std::move(parameters), result);
    Callable& callable = made_.api.callables[id.index()];
    callable.linkage_name = linkage_name;
    callable.name = linkage_name;
    callable.mutates_object = kind == CallableKind::kMethod;
    if (result) made_.api.producers[result->index()].push_back(id);
    return id;
  }

  /// The functions of kBox; returns the last one.
  CallableId add_box() {
    const Parameter box{.name = "b", .type = pointer_, .nullable = true, .sources = {{pointer_, PassMode::kLoad}}};
    add(CallableKind::kFunction, "new_box", {}, pointer_);
    add(CallableKind::kFunction, "set", {box, number()});
    add(CallableKind::kFunction, "close_box", {box});
    return add(CallableKind::kFunction, "take", {box, number()});
  }

  /// The first tests, in words: "set(_, 41) take(_)", where an object is "_".
  std::vector<std::string> composed(const std::string& source, CallableId last, std::size_t most) {
    made_.api.types[numbers_.index()].element = integer_;
    SourceCode::Built built = code_.build(source);
    CrashReport report;
    report.kind = CrashKind::kCppException;
    Goal goal{.report = &report, .program = &built.program, .frames = {}, .target = {}};
    goal.frames.push_back(
        SourceCode::frame_at(SourceCode::line_of(source, source.find("// 1\n")), built.program).value());
    const CallGraph graph(built.program);
    const ManualClock clock;
    Workshop workshop(built.code, built.program, graph, clock, true);
    std::string cut;
    const std::vector<Level> levels = levels_of(goal.frames, workshop, cut);
    Executor executor(workshop.shared(), options_, levels);
    CrashConditions conditions = crash_conditions(report, goal.frames.front(), workshop.shared(), executor);
    Composer composer(workshop, made_.api, options_, 20);
    for (CrashCondition& each : conditions.all) executor.start(std::move(each.start));
    const auto go_on = [] { return false; };
    while (const auto found = executor.next(go_on)) composer.add(*found, last);
    std::vector<std::string> result;
    while (result.size() < most) {
      const auto test = composer.next(400, go_on);
      if (!test) break;
      EXPECT_TRUE(valid(*test, made_.api));
      result.push_back(words(*test));
    }
    return result;
  }

  BackwardOptions options_;

 private:
  std::string words(const TestCase& test) {
    std::vector<std::string> calls;
    for (const Statement& statement : test.statements) {
      if (statement.kind != StatementKind::kCall) continue;
      std::vector<std::string> arguments;
      for (const Argument& each : test.arguments_of(statement)) arguments.push_back(word(test, each));
      calls.push_back(fmt::format("{}({})", made_.api[statement.callable].name, fmt::join(arguments, ", ")));
    }
    return fmt::format("{}", fmt::join(calls, " "));
  }
  static std::string word(const TestCase& test, const Argument& argument) {
    if (argument.mode == PassMode::kNull) return "null";
    const Statement& source = test[argument.source];
    if (argument.mode == PassMode::kLength) return fmt::format("#{}", source.count);
    if (source.kind == StatementKind::kScalar) return std::to_string(source.bits);
    if (source.kind == StatementKind::kText) return fmt::format("\"{}\"", test.text_of(source));
    if (source.kind == StatementKind::kNumbers) return fmt::format("{{{}}}", fmt::join(test.numbers_of(source), ", "));
    return "_";
  }

  SourceCode code_;
};

constexpr const char* kBox = R"(
struct Box { int n = 0; bool closed = false; void set(int v); void close(); void take(int); };
extern "C" void make(Box* b) { b->n = 0; b->closed = false; }
extern "C" Box* new_box() { return new Box; }
extern "C" void set(Box* b, int v) { if (!b->closed) b->n = v; }
extern "C" void close_box(Box* b) { b->closed = true; }
extern "C" void take(Box* b, int k) {
  if (b->n == 41 && b->closed && k > 5)
    throw 1;  // 1
}
)";

TEST_F(ComposerTest, CallsAreTriedBeforeAnybodyGoesBackThroughThem) {
  const std::vector<std::string> tests = composed(kBox, add_box(), 20);
  EXPECT_EQ(tests.front(), "new_box() take(_, 6)");
  EXPECT_THAT(tests, Contains("new_box() close_box(_) take(_, 6)"));
  EXPECT_THAT(tests, Contains("new_box() set(_, 1) close_box(_) take(_, 6)"));
  EXPECT_THAT(tests, Not(Contains(HasSubstr("41"))));
}

TEST_F(ComposerTest, CallsAreFoundThatBringAboutTheState) {
  options_.tried_calls = false;
  const std::vector<std::string> tests = composed(kBox, add_box(), 20);
  // First with an object as it is new.
  ASSERT_FALSE(tests.empty());
  EXPECT_EQ(tests.front(), "new_box() take(_, 6)");
  EXPECT_THAT(tests, Contains("new_box() set(_, 41) close_box(_) take(_, 6)"));
}

TEST_F(ComposerTest, AnArrayHasTheNumbersAndTheLengthThatAreAskedFor) {
  const Parameter numbers{.name = "p", .type = pointer_, .nullable = true, .sources = {{numbers_, PassMode::kBuffer}}};
  const CallableId sum = add(CallableKind::kFunction, "sum", {numbers, MadeUpApi::length_of(0, integer_, numbers_)});
  const char* const source =
      "extern \"C\" int sum(const int* p, int n) {\n  if (n == 3 && p[1] == 9)\n    throw 1;  // 1\n  return 0;\n}\n";
  EXPECT_THAT(composed(source, sum, 1), ElementsAre("sum({0, 9, 0}, #3)"));
}

TEST_F(ComposerTest, AVariableIsFilledByACallAndPassedOn) {
  options_.tried_calls = false;
  const TypeId handle = pointer_;
  const Parameter out{.name = "out", .type = object_, .sources = {{handle, PassMode::kAddress}}};
  const Parameter box{.name = "b", .type = handle, .nullable = true, .sources = {{handle, PassMode::kLoad}}};
  add(CallableKind::kVariable, "variable", {}, handle);
  add(CallableKind::kFunction, "open_box", {out, number()});
  const CallableId take = add(CallableKind::kFunction, "take", {box});
  const char* const source =
      "struct Box { int n; };\n"
      "extern \"C\" void open_box(Box** out, int n) {\n  *out = new Box;\n  (*out)->n = n;\n}\n"
      "extern \"C\" void take(Box* b) {\n  if (b && b->n == 41)\n    throw 1;  // 1\n}\n";
  EXPECT_THAT(composed(source, take, 4), Contains("variable() open_box(_, 41) take(_)"));
}

TEST_F(ComposerTest, AHandleOfWhichNothingIsAskedComesFromWhateverFillsIt) {
  const TypeId handle = pointer_;
  const Parameter out{.name = "out", .type = object_, .sources = {{handle, PassMode::kAddress}}};
  const Parameter box{.name = "b", .type = handle, .nullable = true, .sources = {{handle, PassMode::kLoad}}};
  add(CallableKind::kVariable, "variable", {}, handle);
  made_.api.callables.back().needs_initialiser = true;
  add(CallableKind::kFunction, "unheard_of", {number(), out});  // without code to go back through
  const CallableId take = add(CallableKind::kFunction, "take", {box, number()});
  const char* const source =
      "struct Box;\nextern \"C\" void take(Box* b, int k) {\n  if (b && k == 7)\n    throw 1;  // 1\n}\n";
  const std::vector<std::string> tests = composed(source, take, 1);
  EXPECT_THAT(tests, ElementsAre("variable() unheard_of(0, _) take(_, 7)"));
}

}  // namespace
}  // namespace reenact::backward
