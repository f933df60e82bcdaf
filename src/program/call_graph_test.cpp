#include "program/call_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace reenact {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

/// Functions by name; `calls` makes direct calls, `calls_pointer` calls by a type.
struct Small {
  FunctionId add(const std::string& name, const std::string& signature = "void ()", std::size_t blocks = 1,
                 const std::string& file = "a.c") {
    Function made;
    made.id = FunctionId(program.functions.size());
    made.linkage_name = name;
    made.signature = signature;
    made.file = file;
    made.blocks.resize(blocks);
    program.by_linkage_name.emplace(name, made.id);
    program.functions.push_back(made);
    return made.id;
  }
  void calls(FunctionId caller, const std::string& callee) {
    program.functions[caller.index()].calls.push_back({{}, {}, callee, {}});
  }
  void calls_pointer(FunctionId caller, const std::string& signature) {
    program.functions[caller.index()].calls.push_back({{}, {}, {}, signature});
  }
  ProgramModel program;
};

TEST(CallGraph, ACallThroughAPointerLeadsToWhatHasItsTypeAndAnAddress) {
  Small small;
  const FunctionId target = small.add("target", "i32 (ptr)"), plain = small.add("plain", "i32 (ptr)"),
                   caller = small.add("caller"), outer = small.add("outer");
  small.program.functions[target.index()].is_address_taken = true;
  small.calls_pointer(caller, "i32 (ptr)");
  small.calls(outer, "caller");
  const CallGraph graph(small.program);
  EXPECT_THAT(graph.callers_of(std::vector{target}, CallKinds::kDirect), IsEmpty());
  EXPECT_THAT(graph.callers_of(std::vector{target}, CallKinds::kAll), ElementsAre(caller));
  EXPECT_THAT(graph.callers_of(std::vector{plain}, CallKinds::kAll), IsEmpty());
  EXPECT_THAT(graph.leading_to({target}), ElementsAre(true, false, true, true));
  const Function& by = small.program[caller];
  EXPECT_THAT(graph.callees_of(by.calls[0], by), ElementsAre(target));
}

TEST(CallGraph, ACallThroughAFieldLeadsToWhatIsHeldThere) {
  Small small;
  const FunctionId send = small.add("send", "i32 (ptr)"), other = small.add("other", "i32 (ptr)"),
                   caller = small.add("caller");
  for (const FunctionId each : {send, other}) small.program.functions[each.index()].is_address_taken = true;
  small.program.functions[send.index()].held_in = {FieldId(4u)};
  std::vector<CallSite>& calls = small.program.functions[caller.index()].calls;
  calls = {{{}, {}, {}, "i32 (ptr)", 0, {}, FieldId(4u)}, {{}, {}, {}, "i32 (ptr)", 0, {}, FieldId(5u)}};
  const CallGraph graph(small.program);
  EXPECT_THAT(graph.callees_of(calls[0], small.program[caller]), ElementsAre(send));
  // Where nothing is known to be held, types are all there is.
  EXPECT_THAT(graph.callees_of(calls[1], small.program[caller]), UnorderedElementsAre(send, other));
  EXPECT_THAT(graph.leading_to({send}), ElementsAre(true, false, true));
}

class VirtualCalls : public ::testing::Test {
 protected:
  std::vector<FunctionId> callees(std::optional<std::uint32_t> slot, const std::string& signature = "void (ptr)") {
    small_.program.functions[caller_.index()].calls = {{{}, {}, {}, signature, 0, slot}};
    const CallGraph graph(small_.program);
    return graph.callees_of(small_.program[caller_].calls[0], small_.program[caller_]);
  }
  FunctionId add_virtual(const std::string& name, std::vector<std::uint32_t> slots, const std::string& signature) {
    const FunctionId id = small_.add(name, signature);
    small_.program.functions[id.index()].slots = std::move(slots);
    return id;
  }

  Small small_;
  FunctionId caller_ = small_.add("caller", "i1 (i1)"), draw_ = add_virtual("draw", {0}, "void (ptr)"),
             move_ = add_virtual("move", {1, 3}, "void (ptr)"), size_ = add_virtual("size", {0}, "i64 (ptr)"),
             callback_ = small_.add("callback", "void (ptr)");
};

TEST_F(VirtualCalls, LeadToWhatHasTheirTypeAndSlot) {
  small_.program.functions[callback_.index()].is_address_taken = true;
  EXPECT_THAT(callees(0), ElementsAre(draw_));
  EXPECT_THAT(callees(1), ElementsAre(move_));
  EXPECT_THAT(callees(3), ElementsAre(move_));
  EXPECT_THAT(callees(0, "i64 (ptr)"), ElementsAre(size_));
  EXPECT_THAT(callees(std::nullopt), ElementsAre(callback_));
}

TEST_F(VirtualCalls, OfASlotThatNoneHasAreThroughATableOfTheProgram) {
  small_.program.functions[callback_.index()].is_address_taken = true;
  EXPECT_THAT(callees(7), ElementsAre(callback_));
}

TEST_F(VirtualCalls, PointersOfATypeThatNoneHoldsAreToVirtualMembers) {
  EXPECT_THAT(callees(std::nullopt), UnorderedElementsAre(draw_, move_));
  const CallGraph graph(small_.program);
  EXPECT_THAT(graph.callers_of(std::vector{move_}, CallKinds::kAll), ElementsAre(caller_));
  EXPECT_THAT(graph.callers_of(std::vector{size_}, CallKinds::kAll), IsEmpty());
}

TEST(CallGraph, CallersOfSeveralAreNamedOnce) {
  Small small;
  const FunctionId a = small.add("a"), b = small.add("b"), both = small.add("both");
  for (const char* callee : {"a", "b", "a"}) small.calls(both, callee);
  small.calls(a, "b");
  const CallGraph graph(small.program);
  EXPECT_THAT(graph.callers_of(std::vector{a, b}, CallKinds::kAll), ElementsAre(a, both));
}

TEST(CallGraph, OfManyPossibleCalleesThoseOfTheFileAndTheLargestAreTaken) {
  Small small;
  const FunctionId caller = small.add("caller");
  small.calls_pointer(caller, "void (ptr)");
  std::vector<FunctionId> others;
  for (std::size_t i = 0; i < 20; ++i)
    others.push_back(small.add("other" + std::to_string(i), "void (ptr)", i + 1, "b.c"));
  const FunctionId own = small.add("own", "void (ptr)");
  for (Function& function : small.program.functions) function.is_address_taken = function.id != caller;
  const CallGraph graph(small.program);
  const auto callees = graph.callees_of(small.program[caller].calls[0], small.program[caller]);
  ASSERT_EQ(callees.size(), 12u);
  EXPECT_EQ(callees[0], own);
  EXPECT_EQ(callees[1], others.back());
}

TEST(CallGraph, ACallOutOfTheSubjectLeadsNowhere) {
  Small small;
  const FunctionId caller = small.add("caller");
  small.calls(caller, "strlen");
  small.calls_pointer(caller, "i8 (i8)");
  const CallGraph graph(small.program);
  for (const CallSite& call : small.program[caller].calls)
    EXPECT_THAT(graph.callees_of(call, small.program[caller]), IsEmpty());
}

}  // namespace
}  // namespace reenact
