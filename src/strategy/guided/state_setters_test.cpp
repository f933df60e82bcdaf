#include "strategy/guided/state_setters.h"

#include <gtest/gtest.h>

namespace reenact {
namespace {

/// A program and an API of plain functions; `call` makes one of both.
struct Small {
  CallableId call(const std::string& name) {
    Callable callable;
    callable.id = CallableId(api.callables.size());
    callable.linkage_name = name;
    api.callables.push_back(callable);
    function(name);
    return callable.id;
  }

  Function& function(const std::string& name) {
    const auto [at, is_new] = program.by_linkage_name.emplace(name, FunctionId(program.functions.size()));
    if (is_new) {
      Function made;
      made.id = at->second;
      made.linkage_name = name;
      made.blocks.resize(1);
      program.functions.push_back(made);
    }
    return program.functions[at->second.index()];
  }

  void calls(const std::string& caller, const std::string& callee) {
    function(callee);
    function(caller).calls.push_back({.block = {}, .line = {}, .callee = callee, .signature = {}});
  }

  /// `if (field & 0x100) crash();`
  void crash_if_flag_is_set() {
    Function& target = function("target");
    target.blocks.resize(3);
    target.blocks[0].successors = {BlockId(1u), BlockId(2u)};
    target.tests = {{BlockId(0u), flags, {"ne", 0x100, 0, 32}}};
  }

  Goal goal() {
    Goal result;
    result.program = &program;
    result.frames = {{program.by_linkage_name.at("target"), {}, {BlockId(1u)}}};
    return result;
  }

  std::vector<double> setters() {
    GoalCalls calls;
    for (const Callable& each : api.callables) calls.unit.push_back(each.id);
    return state_setters(goal(), calls, api, CallGraph(program));
  }

  const FieldId flags{0u};
  ProgramModel program;
  ApiModel api;
};

TEST(StateSetters, AreTheCallsThatLeadToAStoreOfWhatIsAsked) {
  Small small;
  const CallableId parse = small.call("parse"), reset = small.call("reset"), unrelated = small.call("unrelated");
  small.calls("parse", "parse_deep");
  small.calls("parse_deep", "set_flag");
  small.function("set_flag").stores = {{small.flags, {0x100, 0}}};
  small.function("reset").stores = {{small.flags, {0, ~0ULL}}};
  small.crash_if_flag_is_set();
  const auto setters = small.setters();
  EXPECT_GT(setters[parse.index()], 0);
  EXPECT_EQ(setters[reset.index()], 0);
  EXPECT_EQ(setters[unrelated.index()], 0);
}

TEST(StateSetters, ThroughPointersToo) {
  Small small;
  const CallableId run = small.call("run");
  small.function("run").calls.push_back({.block = {}, .line = {}, .callee = "", .signature = "void (ptr)"});
  Function& set_flag = small.function("set_flag");
  set_flag.stores = {{small.flags, {0x100, 0}}};
  set_flag.is_address_taken = true;
  set_flag.signature = "void (ptr)";
  small.crash_if_flag_is_set();
  EXPECT_GT(small.setters()[run.index()], 0);
}

TEST(StateSetters, WhatPerhapsDoesItCountsOnlyWhereNothingSurelyDoes) {
  Small small;
  const CallableId surely = small.call("surely"), perhaps = small.call("perhaps");
  small.function("surely").stores = {{small.flags, {0x100, 0}}};
  small.function("perhaps").stores = {{small.flags, {0, 0}}};
  small.crash_if_flag_is_set();
  const auto setters = small.setters();
  EXPECT_GT(setters[surely.index()], 0);
  EXPECT_EQ(setters[perhaps.index()], 0);
}

TEST(StateSetters, TheFewerSetWhatIsAskedTheMoreEachIsWorth) {
  Small small;
  const CallableId only = small.call("only");
  small.function("only").stores = {{small.flags, {0x100, 0}}};
  for (const char* name : {"many_1", "many_2", "many_3"}) {
    (void)small.call(name);
    small.function(name).stores = {{FieldId(1u), {1, 0}}};
  }
  small.crash_if_flag_is_set();
  small.function("target").tests.push_back({BlockId(0u), FieldId(1u), {"ne", 1, 0, 32}});
  const auto setters = small.setters();
  EXPECT_GT(setters[only.index()], 3 * (setters[1] + setters[2] + setters[3]) - 1e-9);
}

TEST(StateSetters, AnAccessorAsksForItsField) {
  Small small;
  const CallableId open = small.call("open"), close = small.call("close");
  small.function("open").stores = {{small.flags, {1, ~1ULL}}};
  small.function("close").stores = {{small.flags, {0, ~0ULL}}};
  small.function("is_open").accessor = small.flags;
  Function& target = small.function("target");
  target.blocks.resize(3);
  target.blocks[0].successors = {BlockId(2u), BlockId(1u)};  // the crash is where it is not open
  target.result_tests = {{BlockId(0u), "is_open", {"ne", 1, 0, 1}}};
  const auto setters = small.setters();
  EXPECT_EQ(setters[open.index()], 0);
  EXPECT_GT(setters[close.index()], 0);
}

}  // namespace
}  // namespace reenact
