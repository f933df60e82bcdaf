#include "api/contracts/callers.h"

#include <gmock/gmock.h>

#include "testcase/testdata/made_up_api.h"

namespace reenact {
namespace {

using testing::ElementsAre;

using Kind = PassedPointer::Kind;

PassedPair whole() { return {.pointer = 0, .number = 1, .is_whole = true, .in_elements = true, .in_bytes = true}; }
PassedPair part() { return {.pointer = 0, .number = 1}; }
PassedPair own() { return {.pointer = 0, .number = 1, .is_own = true, .own_pointer = 0, .own_number = 1}; }

/// A function with one call of `callee(pointer, number)`.
PassingFunction caller(const std::string& name, Kind pointer, std::vector<PassedPair> pairs,
                       const std::string& callee = "fold") {
  return {.name = name, .calls = {{.callee = callee, .pointers = {{.kind = pointer}, {}}, .pairs = std::move(pairs)}}};
}

/// void fold(const char* from, int k); and its body, which calls nothing.
class Callers : public testing::Test {
 protected:
  Callers() {
    const TypeId integer = made_.type(TypeKind::kInteger, 32), text = made_.type(TypeKind::kText),
                 pointer = made_.type(TypeKind::kPointer);
    made_.api.types[pointer.index()].spelling = "const char*";
    fold_ = made_.add(CallableKind::kFunction,
                      {{.name = "from",
                        .type = pointer,
                        .nullable = true,
                        .sources = {{text, PassMode::kCString}, {pointer, PassMode::kLoad}}},
                       {.name = "k", .type = integer, .sources = {{integer, PassMode::kAddress}}}},
                      std::nullopt);
    made_.api.callables[fold_.index()].linkage_name = "fold";
  }

  void learn(std::vector<PassingFunction> functions, bool has_body = true) {
    if (has_body) functions.push_back({.name = "fold"});
    (void)learn_from_callers(made_.api, functions, {.used_pointers = false});
  }
  [[nodiscard]] bool has_length() const { return made_.api[fold_].parameters[1].length_of == 0u; }
  [[nodiscard]] bool needs_object() const { return made_.api[fold_].parameters[0].nonnull; }

  MadeUpApi made_;
  CallableId fold_;
};

TEST_F(Callers, LengthThatTwoCallersPass) {
  learn({caller("a", Kind::kUnknown, {whole()}), caller("b", Kind::kUnknown, {whole()})});
  ASSERT_TRUE(has_length());
  const auto modes = [&](std::size_t k) {
    std::vector<PassMode> result;
    for (const Source& each : made_.api[fold_].parameters[k].sources) result.push_back(each.mode);
    return result;
  };
  EXPECT_THAT(modes(0), ElementsAre(PassMode::kBuffer, PassMode::kCString, PassMode::kLoad));
  EXPECT_THAT(modes(1), ElementsAre(PassMode::kLength, PassMode::kAddress));
}

TEST_F(Callers, OneCallerShowsNothing) {
  learn({caller("a", Kind::kObject, {whole()}), caller("a", Kind::kObject, {whole()})});
  EXPECT_FALSE(has_length());
  EXPECT_FALSE(needs_object());
}

TEST_F(Callers, PartsAgreeAndShowNothing) {
  learn({caller("a", Kind::kUnknown, {whole()}), caller("b", Kind::kUnknown, {part()})});
  EXPECT_FALSE(has_length());
  learn({caller("a", Kind::kUnknown, {whole()}), caller("b", Kind::kUnknown, {part()}),
         caller("c", Kind::kUnknown, {whole()})});
  EXPECT_TRUE(has_length());
}

TEST_F(Callers, OneThatPassesSomethingElse) {
  learn(
      {caller("a", Kind::kObject, {whole()}), caller("b", Kind::kObject, {whole()}), caller("c", Kind::kUnknown, {})});
  EXPECT_FALSE(has_length());
  EXPECT_FALSE(needs_object());
}

TEST_F(Callers, BytesAreNoElements) {
  made_.api.types[made_.api[fold_].parameters[0].type.index()].spelling = "const int*";
  PassedPair bytes = whole();
  bytes.in_elements = false;
  learn({caller("a", Kind::kUnknown, {bytes}), caller("b", Kind::kUnknown, {bytes})});
  EXPECT_FALSE(has_length());
}

TEST_F(Callers, ArgumentsOfTheirOwnCountAsWhatIsKnownOfThem) {
  const auto inner = [](const std::string& name) { return caller(name, Kind::kUnknown, {own()}); };
  learn({inner("a"), inner("b")});
  EXPECT_FALSE(has_length());
  std::vector<PassingFunction> functions{inner("a"), inner("b")};
  for (const std::string name : {"c", "d"})
    for (const std::string callee : {"a", "b"})
      functions.push_back(caller(name + callee, Kind::kUnknown, {whole()}, callee));
  learn(functions);
  EXPECT_TRUE(has_length());
}

TEST_F(Callers, OneThatCallsItselfIsNoCaller) {
  learn({caller("a", Kind::kUnknown, {whole()}), caller("b", Kind::kUnknown, {whole()}),
         caller("fold", Kind::kUnknown, {own()})},
        false);
  EXPECT_TRUE(has_length());
}

/// struct walk { ... };  void start(struct walk* w);  int step(struct walk* w);  int show(const struct walk* w);
class WhatSetsUp : public testing::Test {
 protected:
  WhatSetsUp() {
    const TypeId walk = made_.type(TypeKind::kObject), pointer = made_.type(TypeKind::kPointer);
    made_.api.types[walk.index()].spelling = "walk";
    made_.api.types[pointer.index()].spelling = "walk*";
    const Parameter taken{.name = "w", .type = pointer, .sources = {{walk, PassMode::kAddress}}};
    plain_ = made_.add(CallableKind::kVariable, {}, walk);
    made_.api.callables[plain_.index()].name = "walk";
    start_ = made_.add("start", CallableKind::kFunction, {taken}, std::nullopt);
    step_ = made_.add("step", CallableKind::kFunction, {taken}, std::nullopt);
  }
  static PassingFunction calls(const std::string& caller, const std::string& callee, Kind kind = Kind::kFresh) {
    return {.name = caller, .calls = {{.callee = callee, .pointers = {{.kind = kind}}}}};
  }
  [[nodiscard]] bool sets_up(CallableId id) const { return made_.api[id].parameters[0].initialises; }

  MadeUpApi made_;
  CallableId plain_, start_, step_;
};

TEST_F(WhatSetsUp, TwoCallersGiveItAFreshStruct) {
  (void)learn_from_callers(made_.api, {calls("a", "start"), calls("b", "start"), calls("c", "step", Kind::kObject)});
  EXPECT_TRUE(sets_up(start_));
  EXPECT_FALSE(sets_up(step_));
  EXPECT_TRUE(made_.api[plain_].needs_initialiser);
}

TEST_F(WhatSetsUp, WhereTheCallIsPartOfAMakingToo) {
  Parameter same = made_.api[start_].parameters[0];
  const CallableId making = made_.add(CallableKind::kConversion, {same}, made_.type(TypeKind::kObject));
  made_.api.callables[making.index()].declaration = "tree {r}{};\nstart(&{r}, {0});";
  (void)learn_from_callers(made_.api, {calls("a", "start"), calls("b", "start"), calls("c", "step", Kind::kObject)});
  EXPECT_TRUE(sets_up(making));
}

TEST_F(WhatSetsUp, WhoeverIsNotCalledMaySetItUp) {
  const CallableId read = made_.add("read", CallableKind::kFunction, made_.api[start_].parameters, std::nullopt);
  (void)learn_from_callers(made_.api, {calls("a", "start"), calls("b", "start"), calls("c", "step", Kind::kObject)});
  EXPECT_TRUE(sets_up(read));
  EXPECT_FALSE(sets_up(step_));
}

/// `struct timeval now; gettime(&now);`
TEST_F(WhatSetsUp, AStructOfAnotherLibraryNeedsNone) {
  for (Type& each : made_.api.types) each.is_of_others = true;
  (void)learn_from_callers(made_.api, {calls("a", "start"), calls("b", "start"), calls("c", "step", Kind::kObject)});
  EXPECT_FALSE(sets_up(start_));
  EXPECT_FALSE(made_.api[plain_].needs_initialiser);
}

TEST_F(WhatSetsUp, OneCallerShowsNothing) {
  (void)learn_from_callers(made_.api, {calls("a", "start"), calls("b", "start", Kind::kObject)});
  EXPECT_FALSE(sets_up(start_));
  EXPECT_FALSE(made_.api[plain_].needs_initialiser);
}

TEST_F(WhatSetsUp, NotWhereNobodyElseWorksOnIt) {
  (void)learn_from_callers(made_.api,
                           {calls("a", "start"), calls("b", "start"), calls("a2", "step"), calls("b2", "step")});
  EXPECT_FALSE(sets_up(start_));
}

TEST_F(WhatSetsUp, NotOfAStructThatACallIsKnownToSetUp) {
  made_.api.callables[step_.index()].parameters[0].initialises = true;
  (void)learn_from_callers(made_.api, {calls("a", "start"), calls("b", "start")});
  EXPECT_FALSE(sets_up(start_));
}

TEST_F(Callers, NeverNull) {
  learn({caller("a", Kind::kObject, {}), caller("b", Kind::kObject, {})});
  EXPECT_TRUE(needs_object());
}

TEST_F(Callers, OncePassedNull) {
  learn({caller("a", Kind::kObject, {}), caller("b", Kind::kObject, {}), caller("c", Kind::kNull, {})});
  EXPECT_FALSE(needs_object());
}

TEST_F(Callers, FunctionThatProvidesForNull) {
  learn({caller("a", Kind::kObject, {}), caller("b", Kind::kObject, {}), {.name = "fold", .provides_for_null = {0}}},
        false);
  EXPECT_FALSE(needs_object());
}

TEST_F(Callers, FunctionThatHandsNullOnToOneThatProvidesForIt) {
  PassingFunction fold = caller("fold", Kind::kOwn, {}, "inner");
  learn({caller("a", Kind::kObject, {}),
         caller("b", Kind::kObject, {}),
         fold,
         {.name = "inner", .provides_for_null = {0}}},
        false);
  EXPECT_FALSE(needs_object());
}

TEST_F(Callers, FunctionThatIsCalledWhateverItIs) {
  learn({{.name = "fold", .calls_back = {0}}}, false);
  EXPECT_TRUE(needs_object());
}

TEST_F(Callers, FunctionThatIsHandedOnAndCalledThere) {
  learn({{.name = "inner", .calls_back = {0}},
         {.name = "fold", .calls = {{.callee = "inner", .pointers = {{.kind = Kind::kOwn, .own = 0}, {}}}}}},
        false);
  EXPECT_TRUE(needs_object());
}

TEST_F(Callers, FunctionThatUsesItWhateverItDoes) {
  const std::vector<PassingFunction> functions{{.name = "fold", .uses = {0}}};
  learn(functions, false);
  EXPECT_FALSE(needs_object()) << "null may be what the crash is about";
  EXPECT_EQ(learn_from_callers(made_.api, functions).used, 1u);
  EXPECT_TRUE(needs_object());
}

TEST_F(Callers, FunctionThatFreesWhatItIsGiven) {
  const auto hands_on = [](const std::string& name, const HandedOn& to) {
    return PassingFunction{.name = name, .hands_on = {to}};
  };
  const auto released = [&](const HandedOn& by_inner, bool wanted = true) {
    made_.api.callables[fold_.index()].parameters[0].releases = false;
    (void)learn_from_callers(made_.api, {hands_on("fold", {0, "inner", 1, false}), hands_on("inner", by_inner)},
                             {.released = wanted});
    return made_.api[fold_].parameters[0].releases;
  };
  EXPECT_TRUE(released({1, "free", 0, true}));
  EXPECT_TRUE(released({1, "pool_free", 1, true}));
  EXPECT_FALSE(released({1, "pool_free", 0, false})) << "that is the pool";
  EXPECT_FALSE(released({0, "free", 0, true})) << "inner's other argument";
  EXPECT_FALSE(released({1, "use", 0, true}));
  EXPECT_FALSE(released({1, "free", 0, true}, false));
}

TEST_F(Callers, FunctionThatFillsWhatNobodyTellsTheSizeOf) {
  Parameter& filled = made_.api.callables[fold_.index()].parameters[0];
  const auto before = filled.sources;
  const CallableId room = made_.add(CallableKind::kArray, {}, filled.type);
  made_.api.callables[room.index()].is_room = true;
  made_.api.producers.resize(made_.api.types.size());
  const std::vector<PassingFunction> functions{{.name = "fold", .fills = {0}}};
  made_.api.callables[fold_.index()].parameters[1].length_of = 0;
  EXPECT_EQ(learn_from_callers(made_.api, functions).filled, 0u) << "its length is told";
  made_.api.callables[fold_.index()].parameters[1].length_of.reset();
  EXPECT_EQ(learn_from_callers(made_.api, functions, {.room = false}).filled, 0u);
  EXPECT_EQ(made_.api[fold_].parameters[0].sources.size(), before.size());
  EXPECT_FALSE(made_.api[room].usable);
  EXPECT_EQ(learn_from_callers(made_.api, functions).filled, 1u);
  EXPECT_TRUE(made_.api[room].usable);
  ASSERT_EQ(made_.api[fold_].parameters[0].sources.size(), 1u);
  EXPECT_EQ(made_.api[fold_].parameters[0].sources.front().mode, PassMode::kLoad);
  EXPECT_EQ(made_.api.producers[made_.api[fold_].parameters[0].type.index()], std::vector{room});
}

TEST_F(Callers, FunctionThatIsCalledUnlessItIsNull) {
  learn({{.name = "fold", .provides_for_null = {0}, .calls_back = {0}}}, false);
  EXPECT_FALSE(needs_object());
}

TEST_F(Callers, FunctionThatIsCalledAndOncePassedAsNull) {
  learn({{.name = "fold", .calls_back = {0}}, caller("a", Kind::kNull, {})}, false);
  EXPECT_FALSE(needs_object());
}

TEST_F(Callers, DataOfTheUsersOwnMayBeNull) {
  made_.api.types[made_.api[fold_].parameters[0].type.index()].spelling = "void*";
  learn({caller("a", Kind::kObject, {}), caller("b", Kind::kObject, {})});
  EXPECT_FALSE(needs_object());
}

TEST_F(Callers, FunctionWithOtherArgumentsThanTheModelHas) {
  const auto with_three = [](const std::string& name) {
    PassingFunction function = caller(name, Kind::kObject, {whole()});
    function.calls[0].pointers.emplace_back();
    return function;
  };
  learn({with_three("a"), with_three("b")});
  EXPECT_FALSE(has_length());
  EXPECT_FALSE(needs_object());
}

}  // namespace
}  // namespace reenact
