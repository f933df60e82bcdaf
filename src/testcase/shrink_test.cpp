#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "testcase/append.h"
#include "testcase/minimise.h"
#include "testcase/shrinking.h"
#include "testcase/testdata/made_up_api.h"

namespace reenact {
namespace {

/// World world{};  Shape shape{};  shape.radius = 1;  world.step();  world.add(shape);  Handle* h = nullptr;  open(&h);
/// open_with(&h, shape, 0);  use(h);
class ShrinkTest : public testing::Test {
 protected:
  ShrinkTest() {
    integer_ = made_.type(TypeKind::kInteger, 32);
    world_ = made_.type(TypeKind::kObject);
    shape_ = made_.type(TypeKind::kObject);
    handle_ = made_.type(TypeKind::kPointer);
    const Parameter number{.name = "n", .type = integer_, .sources = {{integer_, PassMode::kAddress}}},
        world{.name = "world", .type = world_, .sources = {{world_, PassMode::kAddress}}},
        shape{.name = "shape", .type = shape_, .sources = {{shape_, PassMode::kAddress}}},
        held{.name = "h", .type = handle_, .sources = {{handle_, PassMode::kLoad}}},
        filled{.name = "out", .type = handle_, .sources = {{handle_, PassMode::kAddress}}};
    make_world_ = add("World", CallableKind::kVariable, {}, world_);
    make_shape_ = add("Shape", CallableKind::kVariable, {}, shape_);
    radius_ = add("radius", CallableKind::kFieldWrite, {shape, number}, std::nullopt);
    step_ = add("step", CallableKind::kMethod, {world}, std::nullopt);
    add_ = add("add", CallableKind::kMethod, {world, shape}, std::nullopt);
    no_handle_ = add("Handle*", CallableKind::kVariable, {}, handle_);
    open_ = add("open", CallableKind::kFunction, {filled}, std::nullopt);
    open_with_ = add("open_with", CallableKind::kFunction, {filled, shape, number}, std::nullopt);
    use_ = add("use", CallableKind::kFunction, {held}, std::nullopt);
    for (const Callable& each : made_.api.callables)
      if (each.result) made_.api.producers[each.result->index()].push_back(each.id);
  }

  CallableId add(const std::string& name, CallableKind kind, std::vector<Parameter> parameters,
                 std::optional<TypeId> result) {
    return made_.add(name, kind, std::move(parameters), result);
  }
  StatementIndex call(CallableId callable, const std::vector<Argument>& arguments) {
    const auto made = append_call(test_, made_.api, callable, arguments);
    EXPECT_TRUE(made.has_value());
    return made.value_or(StatementIndex());
  }
  static Argument address(StatementIndex source) { return {source, PassMode::kAddress, kNoCast}; }

  /// "World Shape add" of the calls of a test.
  [[nodiscard]] std::string calls_of(const TestCase& test) const {
    std::string names;
    for (const Statement& each : test.statements)
      if (each.kind == StatementKind::kCall) names += (names.empty() ? "" : " ") + made_.api[each.callable].name;
    return names;
  }

  /// Of the test, where it crashes if its last call, of `name`, gets the same one twice.
  [[nodiscard]] TestCase smallest_with_the_same_twice(const std::string& name) const {
    const auto crashes = [&](const TestCase& candidate) {
      if (!calls_of(candidate).ends_with(name)) return false;
      const auto arguments = candidate.arguments_of(candidate.statements.back());
      return arguments[0] == arguments[1];
    };
    return minimise(test_, made_.api, crashes, [] { return false; });
  }

  MadeUpApi made_;
  TypeId integer_, world_, shape_, handle_;
  CallableId make_world_, make_shape_, radius_, step_, add_, no_handle_, open_, open_with_, use_;
  TestCase test_;
};

TEST_F(ShrinkTest, WhatIsMadeStandsInFrontOfItsUse) {
  const StatementIndex shape = call(make_shape_, {}), world = call(make_world_, {}),
                       number = append_scalar(test_, integer_, 1);
  call(radius_, {address(shape), address(number)});
  call(step_, {address(world)});
  call(add_, {address(world), address(shape)});
  const auto all_there = [&](const TestCase& candidate) { return candidate.size() == test_.size(); };
  const std::function<bool(const TestCase&)> crashes = all_there;
  const std::function<bool()> stop = [] { return false; };
  Shrinking shrinking(test_, made_.api, crashes, stop, false);
  EXPECT_TRUE(put_in_reading_order(shrinking));
  EXPECT_EQ(calls_of(shrinking.best()), "World step Shape radius add");
  EXPECT_TRUE(valid(shrinking.best(), made_.api));
  EXPECT_FALSE(put_in_reading_order(shrinking)) << "it is in order";
}

TEST_F(ShrinkTest, WhatACallReturnsIsTheObjectItself) {
  const Parameter shape{.name = "shape", .type = shape_, .sources = {{shape_, PassMode::kAddress}}};
  const CallableId scaled = add("scaled", CallableKind::kMethod, {shape}, shape_),
                   both = add("both", CallableKind::kFunction, {shape, shape}, std::nullopt);
  const StatementIndex first = call(make_shape_, {}), second = call(scaled, {address(first)});
  call(both, {address(second), address(second)});
  EXPECT_EQ(calls_of(smallest_with_the_same_twice("both")), "Shape both");
}

TEST_F(ShrinkTest, APointerIsFilledByThePlainestCall) {
  const StatementIndex handle = call(no_handle_, {}), shape = call(make_shape_, {}),
                       zero = append_scalar(test_, integer_, 0);
  call(open_with_, {address(handle), address(shape), address(zero)});
  call(use_, {{handle, PassMode::kLoad, kNoCast}});
  const auto crashes = [&](const TestCase& candidate) {
    const std::string calls = calls_of(candidate);
    return calls.contains("open") && calls.ends_with("use");
  };
  EXPECT_EQ(calls_of(minimise(test_, made_.api, crashes, [] { return false; })), "Handle* open use");
}

TEST_F(ShrinkTest, AContractThatIsKeptCountsMoreThanCalls) {
  made_.api.callables[no_handle_.index()].expression = "nullptr";
  Parameter& given = made_.api.callables[use_.index()].parameters[0];
  given.nullable = true;
  const StatementIndex handle = call(no_handle_, {});
  call(open_, {address(handle)});
  call(use_, {{handle, PassMode::kLoad, kNoCast}});
  const auto crashes = [&](const TestCase& candidate) { return calls_of(candidate).ends_with("use"); };
  const auto minimised = [&] { return calls_of(minimise(test_, made_.api, crashes, [] { return false; })); };
  EXPECT_EQ(minimised(), "use");
  given.nonnull = true;
  EXPECT_EQ(minimised(), "Handle* open use");
}

TEST_F(ShrinkTest, ATextIsGivenToTheCallThatTakesIt) {
  const TypeId text_type = made_.type(TypeKind::kText), file_type = made_.type(TypeKind::kPointer);
  const Parameter bytes{.name = "text", .type = text_type, .sources = {{text_type, PassMode::kCString}}},
      file{.name = "file", .type = file_type, .sources = {{file_type, PassMode::kLoad}}},
      world = made_.api[step_].parameters[0];
  const CallableId open_file = add("fmemopen", CallableKind::kFile, {bytes}, file_type),
                   load = add("load", CallableKind::kMethod, {world, file}, handle_),
                   parse = add("parse", CallableKind::kMethod, {world, bytes}, handle_);
  const StatementIndex made = call(make_world_, {}), text = append_text(test_, text_type, "<a/>"),
                       read = call(open_file, {{text, PassMode::kCString, kNoCast}}),
                       root = call(load, {address(made), {read, PassMode::kLoad, kNoCast}});
  call(use_, {{root, PassMode::kLoad, kNoCast}});
  const auto crashes = [&](const TestCase& candidate) {
    return calls_of(candidate).ends_with("use") && candidate.bytes == "<a/>" &&
           candidate.arguments.back().source.index() + 2 == candidate.size();
  };
  EXPECT_EQ(calls_of(minimise(test_, made_.api, crashes, [] { return false; })), "World parse use");
  made_.api.callables[parse.index()].result = std::nullopt;  // what `load` returns is used
  EXPECT_EQ(calls_of(minimise(test_, made_.api, crashes, [] { return false; })), "World fmemopen load use");
}

TEST_F(ShrinkTest, AnArgumentGetsATextOfItsOwnWhereThatSaysLess) {
  const TypeId text_type = made_.type(TypeKind::kText);
  const Parameter text{.name = "text", .type = text_type, .sources = {{text_type, PassMode::kCString}}};
  const CallableId save = add("save", CallableKind::kFunction, {text, text}, std::nullopt);
  const StatementIndex both = append_text(test_, text_type, "[a\n=\n.ini");
  call(save, {{both, PassMode::kCString, kNoCast}, {both, PassMode::kCString, kNoCast}});
  const auto crashes = [&](const TestCase& candidate) {
    if (calls_of(candidate) != "save") return false;
    const auto arguments = candidate.arguments_of(candidate.statements.back());
    const std::string content(candidate.text_of(candidate[arguments[0].source])),
        suffix(candidate.text_of(candidate[arguments[1].source]));
    return (content.ends_with('=') || content.contains("=\n")) && suffix.ends_with(".ini");
  };
  const TestCase minimised = minimise(test_, made_.api, crashes, [] { return false; });
  ASSERT_EQ(minimised.size(), 3U);
  EXPECT_EQ(minimised.bytes, "=.ini");
}

TEST_F(ShrinkTest, OfALongTextNoMoreIsToldThanItTakes) {
  const TypeId text_type = made_.type(TypeKind::kText);
  const Parameter text{.name = "text", .type = text_type, .sources = {{text_type, PassMode::kCString}}};
  const CallableId parse = add("parse", CallableKind::kFunction, {text}, std::nullopt);
  std::string given(1000, '[');
  for (std::size_t i = 0; i < given.size(); i += 7) given[i] = '%';
  given[500] = ':';
  call(parse, {{append_text(test_, text_type, given), PassMode::kCString, kNoCast}});
  const auto crashes = [&](const TestCase& candidate) {
    return calls_of(candidate) == "parse" && candidate.bytes.size() >= 1000 && candidate.bytes.contains(':');
  };
  const TestCase minimised = minimise(test_, made_.api, crashes, [] { return false; });
  EXPECT_EQ(std::ranges::count(minimised.bytes, ':'), 1);
  EXPECT_GE(std::ranges::count(minimised.bytes, 'a'), 1000 - 32) << "but for the last chunk around the colon";
}

TEST_F(ShrinkTest, NoTextIsTriedTwice) {
  const TypeId text_type = made_.type(TypeKind::kText);
  const Parameter text{.name = "text", .type = text_type, .sources = {{text_type, PassMode::kCString}}};
  const CallableId parse = add("parse", CallableKind::kFunction, {text}, std::nullopt);
  call(parse, {{append_text(test_, text_type, std::string(3000, '[')), PassMode::kCString, kNoCast}});
  std::size_t tried = 0;
  const auto crashes = [&](const TestCase& candidate) {
    ++tried;
    return calls_of(candidate) == "parse" && std::ranges::count(candidate.bytes, '[') >= 1000;
  };
  const TestCase smallest = minimise(test_, made_.api, crashes, [] { return false; });
  EXPECT_EQ(smallest.bytes.size(), 1000U);
  EXPECT_LT(tried, 700U);  // most of them ask for plainer characters
}

/// `seal(const char key[8])`: a shorter key is mended to as long a one, which is no progress.
TEST_F(ShrinkTest, AnArrayOfADeclaredSizeIsSoonAsShortAsItGets) {
  const TypeId text_type = made_.type(TypeKind::kText);
  const Parameter key{.name = "key", .type = text_type, .sources = {{text_type, PassMode::kBuffer}}, .least = 8};
  const CallableId seal = add("seal", CallableKind::kFunction, {key}, std::nullopt);
  call(seal, {{append_text(test_, text_type, "0123456789"), PassMode::kBuffer, kNoCast}});
  std::size_t tried = 0;
  const auto crashes = [&](const TestCase& candidate) { return ++tried > 0 && calls_of(candidate) == "seal"; };
  const TestCase smallest = minimise(test_, made_.api, crashes, [&] { return tried > 1000; });
  EXPECT_EQ(smallest.bytes.size(), 8U);
  EXPECT_LT(tried, 100U);
}

/// `mean(const uint8_t* pixels, int width, int height)` reads behind the last pixel.
TEST_F(ShrinkTest, NumbersShrinkTogetherWithTheArrayThatTheyMeasure) {
  const TypeId text_type = made_.type(TypeKind::kText);
  const Parameter number{.name = "n", .type = integer_, .sources = {{integer_, PassMode::kAddress}}};
  const Parameter pixels{
      .name = "pixels", .type = text_type, .sources = {{text_type, PassMode::kBuffer}}, .measured_by = {1, 2}};
  const CallableId mean = add("mean", CallableKind::kFunction, {pixels, number, number}, std::nullopt);
  call(mean, {{append_text(test_, text_type, "0123456789ab"), PassMode::kBuffer, kNoCast},
              address(append_scalar(test_, integer_, 3)),
              address(append_scalar(test_, integer_, 4))});
  const auto crashes = [&](const TestCase& candidate) {
    if (calls_of(candidate) != "mean") return false;
    const auto given = candidate.arguments_of(candidate.statements.back());
    const std::int64_t measure = candidate[given[1].source].bits * candidate[given[2].source].bits;
    return measure > 0 && candidate[given[0].source].count == measure;
  };
  const TestCase smallest = minimise(test_, made_.api, crashes, [] { return false; });
  EXPECT_EQ(smallest.text_of(smallest.statements.front()).size(), 1U);
}

TEST_F(ShrinkTest, ATextWithADefaultLengthIsWrittenAlone) {
  const TypeId text_type = made_.type(TypeKind::kText);
  const Parameter whole{.name = "text", .type = text_type, .sources = {{text_type, PassMode::kCString}}},
      bytes{.name = "text", .type = text_type, .sources = {{text_type, PassMode::kBuffer}}},
      length{.name = "n", .type = integer_, .sources = {{text_type, PassMode::kLength}}, .length_of = 0};
  add("parse", CallableKind::kFunction, {whole}, std::nullopt);
  const CallableId full = add("parse", CallableKind::kFunction, {bytes, length}, std::nullopt);
  const StatementIndex text = append_text(test_, text_type, "<a/>");
  call(full, {{text, PassMode::kBuffer, kNoCast}, {text, PassMode::kLength, kNoCast}});
  const auto crashes = [&](const TestCase& candidate) {
    return calls_of(candidate) == "parse" && candidate.bytes == "<a/>";
  };
  const TestCase smallest = minimise(test_, made_.api, crashes, [] { return false; });
  EXPECT_TRUE(valid(smallest, made_.api));
  EXPECT_EQ(smallest.statements.back().count, 1U);
}

TEST_F(ShrinkTest, ARealLengthInTheLastCallTakesItsNumberAway) {
  const TypeId text_type = made_.type(TypeKind::kText);
  const Parameter bytes{.name = "text", .type = text_type, .sources = {{text_type, PassMode::kBuffer}}};
  const CallableId parse =
      add("parse", CallableKind::kFunction, {bytes, MadeUpApi::length_of(0, integer_, text_type)}, std::nullopt);
  const StatementIndex text = append_text(test_, text_type, "a"), number = append_scalar(test_, integer_, 7);
  call(parse, {{text, PassMode::kBuffer, kNoCast}, address(number)});
  const auto crashes = [&](const TestCase& candidate) {
    if (calls_of(candidate) != "parse") return false;
    const Argument& length = candidate.arguments[candidate.statements.back().first + 1];
    return candidate.bytes == "a" && (length.mode == PassMode::kLength || candidate[length.source].bits == 7);
  };
  const TestCase smallest = minimise(test_, made_.api, crashes, [] { return false; });
  EXPECT_EQ(smallest.size(), 2U);
}

TEST_F(ShrinkTest, TheOverloadForConstObjectsGivesWay) {
  const TypeId constant = made_.type(TypeKind::kPointer);
  Parameter either = made_.api[use_].parameters[0];
  either.sources.push_back({constant, PassMode::kLoad, 3});
  made_.api.callables[use_.index()].parameters = {either};
  const Parameter world = made_.api[step_].parameters[0];
  const CallableId plain = add("root", CallableKind::kMethod, {world}, handle_),
                   through_const = add("root", CallableKind::kMethod, {world}, constant);
  made_.api.callables[plain.index()].expression = "{0.}root()";
  made_.api.callables[through_const.index()].expression = "std::as_const({0}).root()";
  const StatementIndex root = call(through_const, {address(call(make_world_, {}))});
  call(use_, {{root, PassMode::kLoad, 3}});
  const auto crashes = [&](const TestCase& candidate) { return calls_of(candidate) == "World root use"; };
  const TestCase smallest = minimise(test_, made_.api, crashes, [] { return false; });
  EXPECT_EQ(smallest.statements[1].callable, plain);
  EXPECT_TRUE(valid(smallest, made_.api));
}

TEST_F(ShrinkTest, AnEmptyBlockIsNullWhereNobodyAsksForItsLength) {
  const TypeId text_type = made_.type(TypeKind::kText);
  Parameter block{.name = "data", .type = text_type, .nullable = true, .sources = {{text_type, PassMode::kBuffer}}};
  const CallableId visit = add("visit", CallableKind::kFunction, {block}, std::nullopt);
  call(visit, {{append_text(test_, text_type, ""), PassMode::kBuffer, kNoCast}});
  const auto crashes = [&](const TestCase& candidate) { return calls_of(candidate) == "visit"; };
  EXPECT_EQ(minimise(test_, made_.api, crashes, [] { return false; }).size(), 1U);
  made_.api.callables[visit.index()].parameters[0].nonnull = true;
  EXPECT_EQ(minimise(test_, made_.api, crashes, [] { return false; }).size(), 2U);
}

TEST_F(ShrinkTest, ABufferToWriteIntoNeedsNotSayWhatAnotherArgumentSays) {
  const TypeId text_type = made_.type(TypeKind::kText), read_type = made_.type(TypeKind::kPointer),
               written_type = made_.type(TypeKind::kPointer);
  made_.api.types[read_type.index()].spelling = "const char*";
  made_.api.types[written_type.index()].spelling = "char*";
  const CallableId parse =
      add("parse", CallableKind::kFunction,
          {{.name = "text", .type = read_type, .sources = {{text_type, PassMode::kCString}}},
           {.name = "error", .type = written_type, .sources = {{text_type, PassMode::kBuffer}}},
           {.name = "size", .type = integer_, .sources = {{text_type, PassMode::kLength}}, .length_of = 1}},
          std::nullopt);
  const StatementIndex text = append_text(test_, text_type, "[1]");
  call(parse,
       {{text, PassMode::kCString, kNoCast}, {text, PassMode::kBuffer, kNoCast}, {text, PassMode::kLength, kNoCast}});
  const auto crashes = [](const TestCase& candidate) {
    const Statement& last = candidate.statements.back();
    return last.kind == StatementKind::kCall &&
           candidate.text_of(candidate[candidate.arguments_of(last)[0].source]) == "[1]";
  };
  const TestCase minimised = minimise(test_, made_.api, crashes, [] { return false; });
  ASSERT_EQ(minimised.size(), 3U);
  const auto arguments = minimised.arguments_of(minimised.statements.back());
  EXPECT_EQ(minimised.text_of(minimised[arguments[1].source]), "");
  EXPECT_EQ(arguments[2].source, arguments[1].source) << "the length is the buffer's own";
}

TEST_F(ShrinkTest, ANumberComesFromWhereACallGotIt) {
  const Parameter number{.name = "n", .type = integer_, .sources = {{integer_, PassMode::kAddress}}};
  const CallableId larger = add("larger", CallableKind::kFunction, {number, number}, integer_);
  made_.api.producers[integer_.index()].push_back(larger);
  const StatementIndex seven = append_scalar(test_, integer_, 7), three = append_scalar(test_, integer_, 3),
                       made = call(larger, {address(seven), address(three)}), shape = call(make_shape_, {});
  call(radius_, {address(shape), address(made)});
  // A radius of 7 is what crashes.
  const std::function<bool(const TestCase&)> crashes = [&](const TestCase& test) {
    const Statement& last = test.statements.back();
    if (last.kind != StatementKind::kCall || last.callable != radius_) return false;
    const Statement& source = test[test.arguments_of(last)[1].source];
    return source.kind == StatementKind::kCall || source.bits == 7;
  };
  const std::function<bool()> stop = [] { return false; };
  Shrinking shrinking(test_, made_.api, crashes, stop, false);
  EXPECT_TRUE(use_plain_sources(shrinking));
  EXPECT_EQ(calls_of(shrinking.best()), "Shape radius");
}

TEST_F(ShrinkTest, ATextComesFromWhereACallGotIt) {
  const TypeId text_type = made_.type(TypeKind::kText), said_type = made_.type(TypeKind::kObject);
  const Parameter text{.name = "text", .type = text_type, .sources = {{text_type, PassMode::kCString}}};
  Parameter said = text;
  said.sources.push_back({said_type, PassMode::kAddress});
  const CallableId say = add("say", CallableKind::kFunction, {text}, said_type),
                   parse = add("parse", CallableKind::kFunction, {said}, std::nullopt);
  made_.api.producers[said_type.index()].push_back(say);
  call(parse, {address(call(say, {{append_text(test_, text_type, "[[[["), PassMode::kCString, kNoCast}}))});
  const std::function<bool(const TestCase&)> crashes = [&](const TestCase& test) {
    return calls_of(test).ends_with("parse") && test.bytes == "[[[[";
  };
  const std::function<bool()> stop = [] { return false; };
  Shrinking shrinking(test_, made_.api, crashes, stop, false);
  EXPECT_TRUE(use_plain_sources(shrinking));
  EXPECT_EQ(calls_of(shrinking.best()), "parse");
}

/// World world{};  auto&& shape = world.shape;  pair(shape, shape);
TEST_F(ShrinkTest, WhatTwoArgumentsShareIsMadePlainly) {
  made_.api.types[world_.index()].spelling = "World";
  made_.api.types[shape_.index()].spelling = "Shape";
  const Parameter world = made_.api[step_].parameters[0], shape = made_.api[radius_].parameters[0];
  const CallableId field = add("shape", CallableKind::kFieldRead, {world}, shape_),
                   pair = add("pair", CallableKind::kFunction, {shape, shape}, std::nullopt);
  const StatementIndex read = call(field, {address(call(make_world_, {}))});
  call(pair, {address(read), address(read)});
  const TestCase smallest = smallest_with_the_same_twice("pair");
  EXPECT_EQ(calls_of(smallest), "Shape pair");
  EXPECT_TRUE(valid(smallest, made_.api));
}

/// Config config{};  Node node(config);  link(&node, &node);  ->  auto* node = node_new();  link(node, node);
TEST_F(ShrinkTest, WhatTwoArgumentsShareMayBecomeAPointerToAnother) {
  made_.api.types[world_.index()].spelling = "Config";
  made_.api.types[shape_.index()].spelling = "Node";
  made_.api.producers[shape_.index()].clear();
  const Parameter config = made_.api[step_].parameters[0];
  Parameter node = made_.api[radius_].parameters[0];
  node.sources.push_back({handle_, PassMode::kLoad});
  const CallableId construct = add("Node", CallableKind::kConstructor, {config}, shape_),
                   create = add("node_new", CallableKind::kFunction, {}, handle_),
                   link = add("link", CallableKind::kFunction, {node, node}, std::nullopt);
  made_.api.producers[shape_.index()] = {construct};
  made_.api.producers[handle_.index()] = {create};
  const StatementIndex made = call(construct, {address(call(make_world_, {}))});
  call(link, {address(made), address(made)});
  const TestCase smallest = smallest_with_the_same_twice("link");
  EXPECT_EQ(calls_of(smallest), "node_new link");
  EXPECT_TRUE(valid(smallest, made_.api));
}

TEST_F(ShrinkTest, WhatTwoArgumentsShareGoesIfBothMayBeNull) {
  Parameter shape = made_.api[radius_].parameters[0];
  shape.nullable = true;
  const CallableId pair = add("pair", CallableKind::kFunction, {shape, shape}, std::nullopt);
  const StatementIndex made = call(make_shape_, {});
  call(pair, {address(made), address(made)});
  const auto crashes = [&](const TestCase& candidate) { return calls_of(candidate).ends_with("pair"); };
  EXPECT_EQ(calls_of(minimise(test_, made_.api, crashes, [] { return false; })), "pair");
}

TEST_F(ShrinkTest, AnEmptyRangeIsNull) {
  Parameter first{.name = "first", .type = handle_, .nullable = true, .sources = {{handle_, PassMode::kLoad}}};
  Parameter last = first;
  last.belongs_to = 0;
  const CallableId count = add("count", CallableKind::kFunction, {first, last}, std::nullopt);
  const Argument handle{call(no_handle_, {}), PassMode::kLoad, kNoCast};
  call(count, {handle, handle});
  const auto crashes = [&](const TestCase& candidate) { return calls_of(candidate).ends_with("count"); };
  EXPECT_EQ(calls_of(minimise(test_, made_.api, crashes, [] { return false; })), "count");
}

/// World world;  Shape shape;  shape_init(&shape, h, &world);  area(&shape);
/// A test that misuses the library anyway may as well leave out what sets the shape up; one that is well-formed may not.
TEST_F(ShrinkTest, AStructThatNobodySetUpIsPlainerThanAnotherMisuse) {
  made_.api.callables[make_shape_.index()].needs_initialiser = true;
  Parameter held = made_.api[use_].parameters[0];
  held.nullable = held.nonnull = true;
  const CallableId set_up =
                       add("shape_init", CallableKind::kConversion, {held, made_.api[step_].parameters[0]}, shape_),
                   area = add("area", CallableKind::kFunction, {made_.api[radius_].parameters[0]}, std::nullopt);
  made_.api.producers[shape_.index()].push_back(set_up);
  const auto smallest = [&](const Argument& handle) {
    test_.clear();
    const Argument given =
        handle.mode == PassMode::kNull ? handle : Argument{call(no_handle_, {}), handle.mode, kNoCast};
    call(area, {address(call(set_up, {given, address(call(make_world_, {}))}))});
    const auto crashes = [&](const TestCase& candidate) { return calls_of(candidate).ends_with("area"); };
    return calls_of(minimise(test_, made_.api, crashes, [] { return false; }));
  };
  EXPECT_EQ(smallest({}), "Shape area");
  EXPECT_EQ(smallest({StatementIndex(), PassMode::kLoad, kNoCast}), "Handle* World shape_init area");
}

/// Shape shape{1};  shape_init(&shape);  area(shape);
TEST_F(ShrinkTest, AStructThatACallSetsUpNeedsNothingInIt) {
  made_.api.callables[make_shape_.index()].needs_initialiser = true;
  Parameter filled = made_.api[radius_].parameters[0];
  filled.initialises = true;
  const Parameter number{.name = "n", .type = integer_, .sources = {{integer_, PassMode::kAddress}}};
  const CallableId braces = add("Shape{n}", CallableKind::kConversion, {number}, shape_),
                   set_up = add("shape_init", CallableKind::kFunction, {filled}, std::nullopt),
                   area = add("area", CallableKind::kFunction, {made_.api[radius_].parameters[0]}, std::nullopt);
  made_.api.callables[braces.index()].needs_initialiser = true;
  made_.api.producers[shape_.index()].push_back(braces);
  const StatementIndex shape = call(braces, {address(append_scalar(test_, integer_, 1))});
  call(set_up, {address(shape)});
  const auto smallest = [&](const std::string& end) {
    const auto crashes = [&](const TestCase& candidate) { return calls_of(candidate).ends_with(end); };
    return calls_of(minimise(test_, made_.api, crashes, [] { return false; }));
  };
  EXPECT_EQ(smallest("shape_init"), "Shape shape_init");
  call(area, {address(shape)});
  EXPECT_EQ(smallest("shape_init area"), "Shape shape_init area");
}

/// first(n) to sixth(n) and std::string(n) all make a text with two statements: the one that any reader knows is used.
TEST_F(ShrinkTest, AnObjectOfTheStandardLibraryIsMadeByItsOwnConstructor) {
  const TypeId text = made_.type(TypeKind::kObject);
  const Parameter number = made_.api[radius_].parameters[1],
                  shown{.name = "text", .type = text, .sources = {{text, PassMode::kAddress}}};
  std::vector<CallableId> makers;
  for (const char* name : {"first", "second", "third", "fourth", "fifth", "sixth"})
    makers.push_back(add(name, CallableKind::kFunction, {number}, text));
  makers.push_back(add("std::string", CallableKind::kConstructor, {number}, text));
  made_.api.callables[makers.back().index()].owner = "std";
  made_.api.producers[text.index()] = makers;
  const CallableId show = add("show", CallableKind::kFunction, {shown}, std::nullopt);
  const StatementIndex zero = append_scalar(test_, integer_, 0);
  call(show, {address(call(makers.front(), {address(zero)}))});
  const auto crashes = [&](const TestCase& candidate) { return calls_of(candidate).ends_with("show"); };
  EXPECT_EQ(calls_of(minimise(test_, made_.api, crashes, [] { return false; })), "std::string show");
}

/// watch(callback, callback) gets the callback that does nothing for the one that calls back with null.
TEST_F(ShrinkTest, ACallbackThatDoesNothingIsPlainer) {
  const TypeId function = made_.type(TypeKind::kCallback);
  Parameter held{.name = "h", .type = handle_, .nullable = true, .sources = {{handle_, PassMode::kLoad}}},
      callback{.name = "callback", .type = function, .sources = {{function, PassMode::kLoad}}};
  const CallableId nothing = add("nothing", CallableKind::kCallback, {}, function);
  const CallableId copies = add("copies", CallableKind::kCallback, {held}, function);
  made_.api.producers[function.index()] = {nothing, copies};
  const CallableId watch = add("watch", CallableKind::kFunction, {callback, callback}, std::nullopt);
  const Argument made{call(copies, {Argument{}}), PassMode::kLoad, kNoCast};
  call(watch, {made, made});
  const auto crashes = [&](const TestCase& candidate) { return calls_of(candidate).ends_with("watch"); };
  EXPECT_EQ(calls_of(minimise(test_, made_.api, crashes, [] { return false; })), "nothing watch");
}

/// Where it has to return a number, the one that just does.
TEST_F(ShrinkTest, ACallbackThatReturnsANumberIsPlainerThanOneThatCallsBack) {
  const TypeId function = made_.type(TypeKind::kCallback);
  Parameter held{.name = "h", .type = handle_, .nullable = true, .sources = {{handle_, PassMode::kLoad}}},
      result{.name = "result", .type = integer_, .by_value = true, .sources = {{integer_, PassMode::kAddress}}},
      callback{.name = "callback", .type = function, .sources = {{function, PassMode::kLoad}}};
  const CallableId copies = add("copies", CallableKind::kCallback, {held}, function);
  const CallableId returns = add("returns", CallableKind::kCallback, {result}, function);
  made_.api.producers[function.index()] = {copies, returns};
  const CallableId watch = add("watch", CallableKind::kFunction, {callback}, std::nullopt);
  call(watch, {{call(copies, {Argument{}}), PassMode::kLoad, kNoCast}});
  const auto crashes = [&](const TestCase& candidate) { return calls_of(candidate).ends_with("watch"); };
  EXPECT_EQ(calls_of(minimise(test_, made_.api, crashes, [] { return false; })), "returns watch");
}

TEST_F(ShrinkTest, AnObjectIsMadeOfNothingWhereThatDoes) {
  const Parameter number{.name = "n", .type = integer_, .sources = {{integer_, PassMode::kAddress}}};
  const CallableId shape_of = add("ShapeOf", CallableKind::kConstructor, {number}, shape_);
  auto& makers = made_.api.producers[shape_.index()];
  makers.insert(makers.begin(), shape_of);
  const StatementIndex world = call(make_world_, {}),
                       shape = call(shape_of, {address(append_scalar(test_, integer_, 0))});
  call(add_, {address(world), address(shape)});
  const auto crashes = [&](const TestCase& candidate) { return calls_of(candidate).ends_with("add"); };
  EXPECT_EQ(calls_of(minimise(test_, made_.api, crashes, [] { return false; })), "World Shape add");
}

TEST_F(ShrinkTest, AnObjectWithNothingUnsetIsPlainer) {
  made_.api.callables[make_world_.index()].leaves_unset = true;
  const CallableId sized = add("SizedWorld", CallableKind::kConstructor, {made_.api[radius_].parameters[1]}, world_);
  made_.api.producers[world_.index()].push_back(sized);
  const StatementIndex world = call(make_world_, {});
  call(step_, {address(world)});
  const auto crashes = [&](const TestCase& candidate) { return calls_of(candidate).ends_with("step"); };
  EXPECT_EQ(calls_of(minimise(test_, made_.api, crashes, [] { return false; })), "SizedWorld step");
}

/// `Shape* list[] = {&a, &a, &a}; draw(list);`, where two are needed.
TEST_F(ShrinkTest, AnArrayHasNoMoreElementsThanItTakes) {
  const TypeId list = made_.type(TypeKind::kPointer);
  const Parameter element{.name = "element", .type = shape_, .sources = {{shape_, PassMode::kAddress}}},
      whole{.name = "list", .type = list, .sources = {{list, PassMode::kLoad}}};
  CallableId longest;
  for (std::size_t count = 1; count <= 3; ++count) {
    longest = add("Shape[]", CallableKind::kArray, std::vector<Parameter>(count, element), list);
    made_.api.producers[list.index()].push_back(longest);
  }
  const CallableId draw = add("draw", CallableKind::kFunction, {whole}, std::nullopt);
  const StatementIndex shape = call(make_shape_, {});
  const StatementIndex all = call(longest, {address(shape), address(shape), address(shape)});
  call(draw, {{all, PassMode::kLoad, kNoCast}});
  const auto elements = [](const TestCase& test) { return test.statements[test.size() - 2].count; };
  const auto crashes = [&](const TestCase& candidate) {
    return calls_of(candidate).ends_with("Shape[] draw") && elements(candidate) >= 2;
  };
  const TestCase smallest = minimise(test_, made_.api, crashes, [] { return false; });
  EXPECT_EQ(calls_of(smallest), "Shape Shape[] draw");
  EXPECT_EQ(elements(smallest), 2u);
}

/// format(&h, h)  ->  Handle* v = nullptr; format(&v, h)
TEST_F(ShrinkTest, WhatACallMayWriteIsNotWhatItReads) {
  const Parameter held{.name = "h", .type = handle_, .sources = {{handle_, PassMode::kLoad}}},
      filled{.name = "out", .type = handle_, .sources = {{handle_, PassMode::kAddress}}};
  const CallableId make = add("make", CallableKind::kFunction, {}, handle_),
                   format = add("format", CallableKind::kFunction, {filled, held}, std::nullopt);
  made_.api.producers[handle_.index()].push_back(make);
  const StatementIndex made = call(make, {});
  call(format, {address(made), {made, PassMode::kLoad, kNoCast}});
  const auto crashes = [&](const TestCase& candidate) {
    const Statement& last = candidate.statements.back();
    if (last.kind != StatementKind::kCall || last.callable != format) return false;
    const Statement& read = candidate[candidate.arguments_of(last)[1].source];
    return read.kind == StatementKind::kCall && read.callable == make;
  };
  const TestCase smallest = minimise(test_, made_.api, crashes, [] { return false; });
  const auto arguments = smallest.arguments_of(smallest.statements.back());
  EXPECT_EQ(smallest.size(), 3u);
  EXPECT_NE(arguments[0].source, arguments[1].source);
}

}  // namespace
}  // namespace reenact
