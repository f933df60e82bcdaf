#include "generate/builder.h"

#include <gtest/gtest.h>

#include "testcase/contracts.h"
#include "testcase/minimise.h"
#include "testcase/testdata/made_up_api.h"

namespace reenact {
namespace {

TEST(TestBuilder, EveryOperatorKeepsTestsValid) {
  const ApiModel api = small_api();
  ValuePool pool;
  pool.texts = {"abc"};
  Random random(Seed(11u));
  TestBuilder builder(api, pool, random);
  std::vector<TestCase> tests(2);
  for (TestCase& test : tests) (void)builder.append_call(test, CallableId(3u));
  TestCase out;
  for (int round = 0; round < 20'000; ++round) {
    TestCase& test = tests[random.below(2)];
    const std::size_t at = test.size() == 0 ? 0 : random.below(test.size());
    switch (random.below(7)) {
      case 6:
        if (test.size() > 0) builder.slice(test, at, out);
        break;
      case 0:
        if (test.size() > 0) builder.remove(test, at, out);
        break;
      case 1:
        if (test.size() > 0) builder.change(test, at, out);
        break;
      case 2:
        builder.insert(test, at, CallableId(random.below(api.callables.size())), out);
        break;
      case 3:
        builder.cross(tests[0], random.below(tests[0].size() + 1), tests[1], random.below(tests[1].size() + 1), out);
        break;
      case 4:
        builder.prune(test, out);
        break;
      default:
        out.clear();
        (void)builder.append_call(out, CallableId(random.below(api.callables.size())));
        break;
    }
    ASSERT_TRUE(valid(out, api)) << "round " << round;
    ASSERT_LE(out.size(), kMaxStatements + 40);
    test = out;
  }
}

TEST(TestBuilder, WhatOnlyMakesItselfComesToAnEnd) {
  MadeUpApi made;  // T* both(T*, T*), and nothing else makes a T*
  const TypeId pointer = made.type(TypeKind::kPointer);
  const Parameter one{.name = "p", .type = pointer, .nullable = true, .sources = {{pointer, PassMode::kLoad}}};
  made.api.producers[pointer.index()] = {made.add(CallableKind::kFunction, {one, one}, pointer)};
  const ValuePool pool;
  Random random(Seed(1u));
  TestBuilder builder(made.api, pool, random);
  for (int i = 0; i < 1000; ++i) {
    TestCase test;
    (void)builder.append_call(test, CallableId(0u));
    ASSERT_TRUE(valid(test, made.api));
    ASSERT_LE(test.size(), 1u << 8);  // no deeper than kMaxDepth
  }
}

TEST(TestBuilder, OnlyWhatTheTestHasMadeWithNewIsDeleted) {
  MadeUpApi made;  // T* find();  new T;  delete a T
  const TypeId pointer = made.type(TypeKind::kPointer);
  const CallableId find = made.add(CallableKind::kFunction, {}, pointer),
                   make = made.add(CallableKind::kConstructor, {}, pointer);
  made.api.callables[make.index()].expression = "new T()";
  made.api.producers[pointer.index()] = {find, make};
  const CallableId deletion = made.add(
      CallableKind::kOperator,
      {{.name = "t", .type = pointer, .sources = {{pointer, PassMode::kLoad}}, .releases = true, .deletes = true}},
      std::nullopt);
  const ValuePool pool;
  Random random(Seed(5u));
  TestBuilder builder(made.api, pool, random);
  bool any_reused = false;
  for (int i = 0; i < 100; ++i) {
    TestCase test;
    (void)builder.append_call(test, find);
    (void)builder.append_call(test, make);
    (void)builder.append_call(test, deletion);
    EXPECT_TRUE(keeps_contracts(test, made.api));
    any_reused = any_reused || test.size() == 3;
  }
  EXPECT_TRUE(any_reused);
}

TEST(TestBuilder, AStubIsForWhereNoClassOfTheSubjectsWillDo) {
  MadeUpApi made;  // void draw(Shape&) of an abstract Shape, with and without a Square that derives from it
  const TypeId shape = made.type(TypeKind::kPointer), square = made.type(TypeKind::kObject);
  const CallableId stub = made.add(CallableKind::kStub, {}, shape);
  made.api.producers[shape.index()] = {stub};
  made.api.producers[square.index()] = {made.add(CallableKind::kConstructor, {}, square)};
  const Parameter alone{.name = "shape", .type = shape, .sources = {{shape, PassMode::kLoad}}};
  const Parameter either{
      .name = "shape", .type = shape, .sources = {{shape, PassMode::kLoad}, {square, PassMode::kAddress, 0}}};
  const CallableId draw_alone = made.add(CallableKind::kFunction, {alone}, std::nullopt),
                   draw = made.add(CallableKind::kFunction, {either}, std::nullopt);
  const ValuePool pool;
  Random random(Seed(1u));
  TestBuilder builder(made.api, pool, random);
  const auto stubs_among_thousand = [&](CallableId call) {
    int stubs = 0;
    for (int i = 0; i < 1000; ++i) {
      TestCase test;
      (void)builder.append_call(test, call);
      stubs += test.statements.front().callable == stub ? 1 : 0;
    }
    return stubs;
  };
  EXPECT_EQ(stubs_among_thousand(draw_alone), 1000);
  EXPECT_GT(stubs_among_thousand(draw), 0);
  EXPECT_LT(stubs_among_thousand(draw), 150);
}

TEST(TestBuilder, SliceKeepsWhatTheRootDependsOn) {
  const ApiModel api = small_api();
  TestCase test;
  const auto number = [&](std::int64_t value) {
    Statement made;
    made.type = TypeId(0u);
    made.bits = value;
    test.statements.push_back(made);
    return StatementIndex(test.size() - 1);
  };
  const auto call = [&](std::uint32_t callable, const std::vector<Argument>& arguments) {
    Statement made;
    made.kind = StatementKind::kCall;
    made.callable = CallableId(callable);
    if (api[made.callable].result) made.type = *api[made.callable].result;
    made.first = static_cast<std::uint32_t>(test.arguments.size());
    made.count = static_cast<std::uint32_t>(arguments.size());
    test.arguments.insert(test.arguments.end(), arguments.begin(), arguments.end());
    test.statements.push_back(made);
    return StatementIndex(test.size() - 1);
  };
  const Argument null;
  const StatementIndex a = call(0, {{number(1), PassMode::kAddress}}), b = call(0, {{number(2), PassMode::kAddress}});
  (void)call(3, {null, {b, PassMode::kAddress}});  // use(nullptr, b): another object
  (void)call(3, {null, {a, PassMode::kAddress}});  // use(nullptr, a): may have changed a
  const StatementIndex root = call(3, {null, {a, PassMode::kAddress}});
  (void)call(3, {null, {a, PassMode::kAddress}});  // too late
  ValuePool pool;
  Random random(Seed(1u));
  const TestBuilder builder(api, pool, random);
  TestCase out;
  builder.slice(test, root.index(), out);
  EXPECT_TRUE(valid(out, api));
  ASSERT_EQ(out.size(), 4u);  // 1, a, use(nullptr, a), the root
  EXPECT_EQ(out.statements[0].bits, 1);
  EXPECT_EQ(out.calls(), 3u);
}

TEST(Minimise, KeepsOnlyWhatTheCrashNeeds) {
  const ApiModel api = small_api();
  ValuePool pool;
  Random random(Seed(5u));
  TestBuilder builder(api, pool, random);
  TestCase test;
  for (int i = 0; i < 6; ++i) (void)builder.append_call(test, CallableId(random.below(4)));
  (void)builder.append_call(test, CallableId(3u));
  // "Crashes" if use() is called with null.
  const auto crashes = [&](const TestCase& candidate) {
    for (const Statement& each : candidate.statements)
      if (each.kind == StatementKind::kCall && each.callable == CallableId(3u) &&
          candidate.arguments_of(each)[0].mode == PassMode::kNull)
        return true;
    return false;
  };
  for (int i = 0; i < 100 && !crashes(test); ++i) (void)builder.append_call(test, CallableId(3u));
  ASSERT_TRUE(crashes(test));
  const TestCase small = minimise(test, api, crashes, [] { return false; });
  EXPECT_TRUE(crashes(small));
  EXPECT_EQ(small.size(), 3u);  // a number, the object made of it, the call
}

TEST(Minimise, DefaultsStandForArguments) {
  ApiModel api = small_api();
  Callable full = api[CallableId(0u)];  // T(int n)
  api.callables[0].linkage_name = full.linkage_name = "_ZN1TC2Ei";
  full.id = CallableId(api.callables.size());
  full.parameters.clear();  // T()
  api.callables.push_back(full);
  ValuePool pool;
  Random random(Seed(7u));
  TestBuilder builder(api, pool, random);
  TestCase test;
  (void)builder.append_call(test, CallableId(0u));
  const TestCase small =
      minimise(test, api, [](const TestCase& candidate) { return candidate.calls() > 0; }, [] { return false; });
  ASSERT_EQ(small.size(), 1u);
  EXPECT_EQ(small.statements[0].callable, full.id);
}

TEST(Minimise, ANumberStandsForACallThatMakesIt) {
  MadeUpApi made;  // int code(int);  void draw(int)
  const TypeId integer = made.type(TypeKind::kInteger, 32);
  const Parameter number{.name = "n", .type = integer, .sources = {{integer, PassMode::kAddress}}};
  const CallableId code = made.add(CallableKind::kFunction, {number}, integer);
  const CallableId draw = made.add(CallableKind::kFunction, {number}, std::nullopt);
  TestCase test;
  test.statements = {{.kind = StatementKind::kScalar, .type = integer, .bits = 5},
                     {.kind = StatementKind::kCall, .type = integer, .callable = code, .count = 1},
                     {.kind = StatementKind::kCall, .callable = draw, .first = 1, .count = 1}};
  test.arguments = {{StatementIndex(0u), PassMode::kAddress, kNoCast},
                    {StatementIndex(1u), PassMode::kAddress, kNoCast}};
  ASSERT_TRUE(valid(test, made.api));
  const auto draws = [&](const TestCase& candidate) {
    return !candidate.statements.empty() && candidate.statements.back().callable == draw;
  };
  const TestCase small = minimise(test, made.api, draws, [] { return false; });
  ASSERT_EQ(small.size(), 2u);
  EXPECT_EQ(small.statements[0].kind, StatementKind::kScalar);
  EXPECT_EQ(small.statements[0].bits, 0);
}

/// T t; T* t = new T(); void use(T&);
ApiModel api_with_heap_objects(bool use_takes_over) {
  ApiModel api;
  for (const TypeKind kind : {TypeKind::kObject, TypeKind::kPointer}) {
    Type made;
    made.id = TypeId(api.types.size());
    made.kind = kind;
    api.types.push_back(made);
  }
  const TypeId object(0u), pointer(1u);
  const auto add = [&](CallableKind kind, std::string expression, std::vector<Parameter> parameters,
                       std::optional<TypeId> result) {
    Callable made;
    made.id = CallableId(api.callables.size());
    made.kind = kind;
    made.expression = std::move(expression);
    made.parameters = std::move(parameters);
    made.result = result;
    api.callables.push_back(made);
  };
  Parameter used{.name = "t", .type = object, .sources = {{pointer, PassMode::kLoad}, {object, PassMode::kAddress}}};
  used.owns = use_takes_over;
  add(CallableKind::kConstructor, "T()", {}, object);
  add(CallableKind::kConstructor, "new T()", {}, pointer);
  add(CallableKind::kFunction, "use({0})", {used}, std::nullopt);
  api.producers = {{CallableId(0u)}, {CallableId(1u)}};
  return api;
}

TestCase use_of_heap_object() {
  TestCase test;
  Statement make, use;
  make.kind = use.kind = StatementKind::kCall;
  make.callable = CallableId(1u);
  make.type = TypeId(1u);
  use.callable = CallableId(2u);
  use.count = 1;
  test.statements = {make, use};
  test.arguments = {{StatementIndex(0u), PassMode::kLoad, kNoCast}};
  return test;
}

TEST(Minimise, PrefersLocalObjectsToThoseOnTheHeap) {
  const auto crashes = [](const TestCase& candidate) {
    return candidate.size() == 2 && candidate.statements[1].callable == CallableId(2u);
  };
  const ApiModel api = api_with_heap_objects(false);
  const TestCase test = use_of_heap_object();
  ASSERT_TRUE(valid(test, api));
  const TestCase local = minimise(test, api, crashes, [] { return false; });
  EXPECT_EQ(local.statements[0].callable, CallableId(0u));
  EXPECT_EQ(local.arguments[0].mode, PassMode::kAddress);
  const TestCase owned = minimise(test, api_with_heap_objects(true), crashes, [] { return false; });
  EXPECT_EQ(owned.statements[0].callable, CallableId(1u));
}

}  // namespace
}  // namespace reenact
