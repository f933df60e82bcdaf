#include "print/print.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "print/literals.h"
#include "print/names.h"

namespace reenact {
namespace {

/// A small API: a document class, a C parser with a handle, strings and numbers.
class PrintTest : public testing::Test {
 protected:
  TypeId type(TypeKind kind, const std::string& spelling, std::uint32_t bits = 0, bool is_signed = false) {
    Type made;
    made.id = TypeId(api_.types.size());
    made.kind = kind;
    made.spelling = spelling;
    made.bits = bits;
    made.is_signed = is_signed;
    api_.types.push_back(made);
    return made.id;
  }

  CallableId callable(CallableKind kind, const std::string& name, std::vector<Parameter> parameters,
                      std::optional<TypeId> result, const std::string& expression, const std::string& declaration) {
    Callable made;
    made.id = CallableId(api_.callables.size());
    made.kind = kind;
    made.name = name;
    made.linkage_name = name;
    made.parameters = std::move(parameters);
    made.result = result;
    made.expression = expression;
    made.declaration = declaration;
    api_.callables.push_back(made);
    return made.id;
  }

  static Parameter parameter(const std::string& name, TypeId type, bool by_value, std::vector<Source> sources = {}) {
    Parameter made;
    made.name = name;
    made.type = type;
    made.by_value = by_value;
    made.sources = std::move(sources);
    return made;
  }

  StatementIndex scalar(TypeId type, std::int64_t bits) {
    Statement statement;
    statement.kind = StatementKind::kScalar;
    statement.type = type;
    statement.bits = bits;
    return push(statement);
  }
  StatementIndex text(std::string_view bytes) {
    Statement statement;
    statement.kind = StatementKind::kText;
    statement.type = text_;
    statement.first = static_cast<std::uint32_t>(test_.bytes.size());
    statement.count = static_cast<std::uint32_t>(bytes.size());
    test_.bytes += bytes;
    return push(statement);
  }
  StatementIndex call(CallableId id, std::vector<Argument> arguments) {
    Statement statement;
    statement.kind = StatementKind::kCall;
    statement.callable = id;
    if (api_[id].result) statement.type = *api_[id].result;
    statement.first = static_cast<std::uint32_t>(test_.arguments.size());
    statement.count = static_cast<std::uint32_t>(arguments.size());
    test_.arguments.insert(test_.arguments.end(), arguments.begin(), arguments.end());
    return push(statement);
  }
  StatementIndex push(const Statement& statement) {
    test_.statements.push_back(statement);
    return StatementIndex(test_.size() - 1);
  }

  std::string print() { return print_gtest(test_, api_, options_); }

  ApiModel api_;
  TestCase test_;
  PrintOptions options_{.suite = "Document",
                        .name = "CrashesWithNullDereference",
                        .comment = {"null dereference in Document::Insert (document.cpp:12)"},
                        .prelude = {"#include \"document.h\""}};
  TypeId text_ = type(TypeKind::kText, "const char*");
  TypeId int_ = type(TypeKind::kInteger, "int", 32, true);
  TypeId size_ = type(TypeKind::kInteger, "unsigned long", 64, false);
  TypeId chars_ = type(TypeKind::kPointer, "const char*");
  TypeId buffer_ = type(TypeKind::kPointer, "char*");
  TypeId document_ = type(TypeKind::kObject, "xml::Document");
  TypeId node_ = type(TypeKind::kPointer, "xml::Node*");
  TypeId string_ = type(TypeKind::kObject, "std::string");
};

TEST_F(PrintTest, MethodsOnObjectsAndPointers) {
  const auto make = callable(CallableKind::kConstructor, "xml::Document::Document", {}, document_, "xml::Document()",
                             "xml::Document {r};");
  const auto first =
      callable(CallableKind::kMethod, "xml::Document::FirstChild", {parameter("document", document_, false)}, node_,
               "{0.}FirstChild()", "auto* {r} = {0.}FirstChild();");
  Parameter added = parameter("newItem", node_, true);
  added.nullable = true;
  const auto insert = callable(CallableKind::kMethod, "xml::Node::Insert",
                               {parameter("node", node_, false), added, parameter("depth", int_, true)}, node_,
                               "{0.}Insert({1}, {2})", "auto* {r} = {0.}Insert({1}, {2});");
  const auto document = call(make, {});
  const auto child = call(first, {{document, PassMode::kAddress}});
  const auto depth = scalar(int_, -7);
  call(insert, {{child, PassMode::kLoad}, {}, {depth, PassMode::kAddress}});
  EXPECT_EQ(print(), R"(#include <gtest/gtest.h>

#include "document.h"

// null dereference in Document::Insert (document.cpp:12)
TEST(Document, CrashesWithNullDereference) {
  xml::Document document;
  auto* firstChild = document.FirstChild();
  firstChild->Insert(nullptr, -7);
}
)");
}

TEST_F(PrintTest, BuffersAndTheirLengths) {
  const auto parse =
      callable(CallableKind::kFunction, "parse", {parameter("data", chars_, true), parameter("length", size_, true)},
               int_, "parse({0}, {1})", "auto {r} = parse({0}, {1});");
  const auto data = text(std::string_view("a\0b\"456789", 10));
  call(parse, {{data, PassMode::kBuffer}, {data, PassMode::kLength}});
  EXPECT_THAT(print(), testing::HasSubstr("  parse(\"a\\000b\\\"456789\", 10);\n"));
  options_.texts_on_heap = true;
  EXPECT_EQ(print(), R"(#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "document.h"

// null dereference in Document::Insert (document.cpp:12)
TEST(Document, CrashesWithNullDereference) {
  const std::string dataContents("a\000b\"456789", 10);
  const std::vector<char> data(dataContents.begin(), dataContents.end());
  parse(data.data(), data.size());
}
)");
}

TEST_F(PrintTest, AFewCharactersStandInBraces) {
  const auto parse =
      callable(CallableKind::kFunction, "parse", {parameter("data", chars_, true), parameter("length", size_, true)},
               std::nullopt, "parse({0}, {1})", "");
  const auto data = text(std::string_view("a\0'\"\x01\n", 6));
  call(parse, {{data, PassMode::kBuffer}, {data, PassMode::kLength}});
  options_.texts_on_heap = true;
  EXPECT_THAT(print(),
              testing::HasSubstr("  const std::vector<char> data = {'a', '\\0', '\\'', '\"', '\\001', '\\n'};\n"
                                 "  parse(data.data(), data.size());\n"));
}

TEST_F(PrintTest, WhatIsPassedAsBytesIsOne) {
  const TypeId bytes = type(TypeKind::kPointer, "const unsigned char *");
  const auto parse =
      callable(CallableKind::kFunction, "parse", {parameter("data", bytes, true), parameter("length", size_, true)},
               std::nullopt, "parse({0}, {1})", "");
  const auto data = text(std::string_view("\x1f\x8b", 2));
  call(parse, {{data, PassMode::kBuffer}, {data, PassMode::kLength}});
  EXPECT_THAT(print(), testing::HasSubstr("  parse(reinterpret_cast<const unsigned char *>(\"\\037\\213\"), 2);\n"));
  options_.texts_on_heap = true;
  EXPECT_THAT(print(), testing::HasSubstr("  const std::vector<unsigned char> data = {0x1f, 0x8b};\n"
                                          "  parse(data.data(), data.size());\n"));
}

TEST_F(PrintTest, ATextPassedBothWaysIsTwoVariables) {
  const auto parse = callable(
      CallableKind::kFunction, "parse",
      {parameter("input", chars_, true), parameter("error", buffer_, true), parameter("errorSize", size_, true)},
      std::nullopt, "parse({0}, {1}, {2})", "");
  const auto input = text("abc");
  call(parse, {{input, PassMode::kCString}, {input, PassMode::kBuffer}, {input, PassMode::kLength}});
  EXPECT_THAT(print(), testing::HasSubstr("  char error[] = \"abc\";\n  parse(\"abc\", error, 3);\n"));
}

TEST_F(PrintTest, AnEmptyBufferIsNotNull) {
  const auto parse =
      callable(CallableKind::kFunction, "parse", {parameter("data", chars_, true), parameter("length", size_, true)},
               std::nullopt, "parse({0}, {1})", "");
  const auto data = text("");
  call(parse, {{data, PassMode::kBuffer}, {data, PassMode::kLength}});
  options_.texts_on_heap = true;
  EXPECT_THAT(print(),
              testing::HasSubstr("  const auto data = std::make_unique<char[]>(0);\n  parse(data.get(), 0);\n"));
}

TEST_F(PrintTest, ALengthWithoutItsContentsIsANumber) {
  Parameter data = parameter("data", chars_, true);
  data.nullable = true;
  const auto parse = callable(CallableKind::kFunction, "parse", {data, parameter("length", size_, true)}, std::nullopt,
                              "parse({0}, {1})", "");
  call(parse, {Argument{}, {text("four"), PassMode::kLength}});
  EXPECT_THAT(print(), testing::HasSubstr("  parse(nullptr, 4);\n"));
}

TEST_F(PrintTest, StreamsAreMadeOfLiterals) {
  const TypeId stream_type = type(TypeKind::kObject, "std::istringstream");
  const auto make = callable(CallableKind::kConversion, "std::istringstream",
                             {parameter("text", text_, true), parameter("length", text_, true)}, stream_type, "",
                             "std::istringstream {r}(std::string({0}, {#0}));");
  const auto bytes = text("[a]"), with_nul = text(std::string("a\0b", 3));
  call(make, {{bytes, PassMode::kBuffer}, {bytes, PassMode::kLength}});
  call(make, {{with_nul, PassMode::kBuffer}, {with_nul, PassMode::kLength}});
  EXPECT_THAT(print(), testing::HasSubstr("(\"[a]\");\n"));
  EXPECT_THAT(print(), testing::HasSubstr("(std::string(\"a\\000b\", 3));\n"));
}

TEST_F(PrintTest, LongTextsThatAreKeptOutliveTheCallThatKeepsThem) {
  const TypeId stream_type = type(TypeKind::kObject, "stream");
  const auto keep = callable(CallableKind::kConstructor, "stream", {parameter("data", text_, true)}, stream_type,
                             "stream({0})", "stream {r}({0});");
  const auto parse =
      callable(CallableKind::kFunction, "parse", {parameter("data", text_, true)}, std::nullopt, "parse({0})", "");
  const auto kept = text(std::string(1000, '>')), given = text(std::string(2000, '['));
  call(keep, {{kept, PassMode::kCString}});
  call(parse, {{given, PassMode::kCString}});
  EXPECT_THAT(print(), testing::HasSubstr("data(1000, '>');\n"));
  EXPECT_THAT(print(), testing::HasSubstr(".c_str());\n  parse(std::string(2000, '[').c_str());\n"));
}

TEST_F(PrintTest, WhatALambdaRefersToIsStatic) {
  const TypeId function = type(TypeKind::kCallback, "int (*)()");
  const auto make = callable(CallableKind::kCallback, "int (*)()", {parameter("result", int_, false)}, function, "",
                             "const auto {r} = []() -> int { return {0}; };");
  const auto solve =
      callable(CallableKind::kFunction, "solve",
               {parameter("f", function, false), parameter("x", type(TypeKind::kPointer, "int*"), false)}, std::nullopt,
               "solve({0}, {1})", "");
  Statement number;
  number.kind = StatementKind::kScalar;
  number.type = int_;
  number.bits = 3;
  const auto shared = push(number);
  const auto made = call(make, {{shared, PassMode::kAddress}});
  call(solve, {{made, PassMode::kLoad}, {shared, PassMode::kAddress}});
  EXPECT_THAT(print(), testing::HasSubstr("  static int result = 3;\n"));
}

TEST_F(PrintTest, AVectorOfNumbersIsWrittenWithItsElements) {
  const TypeId numbers = type(TypeKind::kNumbers, "int*"), vector = type(TypeKind::kObject, "std::vector<int>");
  api_.types[numbers.index()].element = int_;
  const auto make = callable(CallableKind::kConversion, "std::vector<int>",
                             {parameter("numbers", numbers, true), parameter("length", numbers, true)}, vector,
                             "std::vector<int>{*0}", "std::vector<int> {r}{*0};");
  const auto add =
      callable(CallableKind::kFunction, "add", {parameter("values", vector, false)}, std::nullopt, "add({0})", "");
  Statement elements;
  elements.kind = StatementKind::kNumbers;
  elements.type = numbers;
  elements.count = 2;
  test_.numbers = {1, -2};
  const auto given = push(elements);
  const auto values = call(make, {{given, PassMode::kBuffer}, {given, PassMode::kLength}});
  call(add, {{values, PassMode::kAddress}});
  EXPECT_THAT(print(), testing::HasSubstr("{\n  std::vector<int> values{1, -2};\n  add(values);\n}"));
}

TEST_F(PrintTest, NumbersByReferenceAreLiteralsWhereNobodyKeepsThem) {
  const TypeId number = type(TypeKind::kFloat, "double", 64);
  Parameter value = parameter("value", number, false, {{number, PassMode::kAddress}});
  value.const_number = true;
  const auto keep = callable(CallableKind::kFunction, "keep", {value}, std::nullopt, "keep({0})", "");
  value.forgets = true;
  const auto push = callable(CallableKind::kFunction, "push", {value}, std::nullopt, "push({0})", "");
  const auto half = scalar(number, std::bit_cast<std::int64_t>(0.5));
  call(push, {{half, PassMode::kAddress}});
  call(push, {{half, PassMode::kAddress}});
  call(keep, {{scalar(number, std::bit_cast<std::int64_t>(2.0)), PassMode::kAddress}});
  call(keep, {{scalar(number, std::bit_cast<std::int64_t>(3.0)), PassMode::kAddress}});
  EXPECT_THAT(print(), testing::HasSubstr("{\n  push(0.5);\n  push(0.5);\n  double value = 2.0;\n  keep(value);\n"
                                          "  keep(3.0);\n}"));
}

TEST_F(PrintTest, AnObjectIsDeleted) {
  const TypeId counter = type(TypeKind::kPointer, "Counter*");
  const auto make = callable(CallableKind::kConstructor, "Counter::Counter", {}, counter, "new Counter()",
                             "auto* {r} = new Counter();");
  const auto deletion =
      callable(CallableKind::kOperator, "Counter::~Counter",
               {parameter("counter", counter, true, {{counter, PassMode::kLoad}})}, std::nullopt, "delete {0}", "");
  call(deletion, {{call(make, {}), PassMode::kLoad}});
  EXPECT_THAT(print(), testing::HasSubstr("{\n  auto* counter = new Counter();\n  delete counter;\n}"));
}

TEST_F(PrintTest, StringsThatRepeatAreInitialisedByWhatSaysSo) {
  const auto make = callable(CallableKind::kConversion, "std::string",
                             {parameter("text", text_, true), parameter("length", text_, true)}, string_,
                             "std::string({0}, {#0})", "std::string {r}({0}, {#0});");
  const auto load =
      callable(CallableKind::kFunction, "load", {parameter("input", string_, false)}, std::nullopt, "load({0})", "");
  const auto bytes = text(std::string(2000, '['));
  const auto input = call(make, {{bytes, PassMode::kBuffer}, {bytes, PassMode::kLength}});
  call(load, {{input, PassMode::kAddress}});
  EXPECT_THAT(print(), testing::HasSubstr("  std::string input(2000, '[');\n  load(input);\n"));
}

TEST_F(PrintTest, AViewStandsWhereItIsUsedOnce) {
  const TypeId view = type(TypeKind::kObject, "std::string_view");
  const auto make = callable(CallableKind::kConversion, "std::string_view",
                             {parameter("text", text_, true), parameter("length", text_, true)}, view,
                             "std::string_view({0}, {#0})", "std::string_view {r}({0}, {#0});");
  api_.callables.back().owner = "std";
  const auto load =
      callable(CallableKind::kFunction, "load", {parameter("input", view, true)}, std::nullopt, "load({0})", "");
  for (const std::string& given : {std::string("[a]"), std::string("a\0b", 3)}) {
    const auto bytes = text(given);
    call(load, {{call(make, {{bytes, PassMode::kBuffer}, {bytes, PassMode::kLength}}), PassMode::kAddress}});
  }
  EXPECT_THAT(print(), testing::HasSubstr("  load(\"[a]\");\n  load(std::string_view(\"a\\000b\", 3));\n"));
}

TEST_F(PrintTest, AFileStandsWhereItsNameIsAskedForOnce) {
  const TypeId name_type = type(TypeKind::kPointer, "const char*");
  const auto make = callable(
      CallableKind::kFile, "fileWith", {parameter("text", text_, true), parameter("length", text_, true)}, name_type,
      "fileWith(std::string({0}, {#0}))", "const char* const {r} = fileWith(std::string({0}, {#0}));");
  const auto load =
      callable(CallableKind::kFunction, "load", {parameter("path", name_type, true, {{name_type, PassMode::kLoad}})},
               std::nullopt, "load({0})", "");
  const auto file = [&](const std::string& content) {
    const auto bytes = text(content);
    return call(make, {{bytes, PassMode::kBuffer}, {bytes, PassMode::kLength}});
  };
  call(load, {{file("[a]"), PassMode::kLoad}});
  EXPECT_THAT(print(), testing::HasSubstr("{\n  load(fileWith(\"[a]\"));\n}"));
  const auto twice = file("[b]");
  call(load, {{twice, PassMode::kLoad}});
  call(load, {{twice, PassMode::kLoad}});
  EXPECT_THAT(print(),
              testing::HasSubstr("  const char* const path = fileWith(\"[b]\");\n  load(path);\n  load(path);\n"));
}

// `ring r{}; ring_init(&r, size);` names its parameters as the function does; std::pair's names say nothing.
TEST_F(PrintTest, WhatSetsAStructUpNamesWhatItIsGiven) {
  const TypeId ring = type(TypeKind::kObject, "ring"), name_type = type(TypeKind::kPointer, "const char*");
  const auto find =
      callable(CallableKind::kFunction, "ring_name", {}, name_type, "ring_name()", "auto* {r} = ring_name();");
  const auto make = callable(CallableKind::kConversion, "ring", {parameter("label", name_type, true)}, ring, "{r}",
                             "ring {r}{};\nring_init(&{r}, {0});");
  api_.callables.back().owner = "ring";
  call(make, {{call(find, {}), PassMode::kLoad}});
  EXPECT_THAT(print(), testing::HasSubstr("auto* label = ring_name();\n"));
  api_.callables.back().parameters.front().name = "r";
  EXPECT_THAT(print(), testing::HasSubstr("auto* r = ring_name();\n"));
  api_.callables.back().owner = "std";
  EXPECT_THAT(print(), testing::HasSubstr("auto* name = ring_name();\n"));
}

TEST_F(PrintTest, StringsAreDeclaredWithoutTheirLength) {
  const auto make = callable(CallableKind::kConversion, "std::string",
                             {parameter("text", text_, true), parameter("length", text_, true)}, string_,
                             "std::string({0}, {#0})", "std::string {r}({0}, {#0});");
  api_.callables.back().includes = {"<string>"};
  const auto load =
      callable(CallableKind::kFunction, "load", {parameter("input", string_, false)}, std::nullopt, "load({0})", "");
  const auto bytes = text("[a]");
  const auto input = call(make, {{bytes, PassMode::kBuffer}, {bytes, PassMode::kLength}});
  call(load, {{input, PassMode::kAddress}});
  options_.expect_crash = true;
  options_.kind = CrashKind::kCppException;
  options_.exception_type = "std::out_of_range";
  EXPECT_EQ(print(), R"(#include <gtest/gtest.h>

#include <string>

#include "document.h"

// null dereference in Document::Insert (document.cpp:12)
TEST(Document, CrashesWithNullDereference) {
  const auto crash = [] {
    std::string input("[a]");
    load(input);
  };
  EXPECT_THROW(crash(), std::out_of_range);
}
)");
}

TEST_F(PrintTest, AnExpectedAssertionIsMatchedLiterally) {
  const auto run = callable(CallableKind::kFunction, "run", {}, std::nullopt, "run()", "");
  call(run, {});
  options_.expect_crash = true;
  options_.kind = CrashKind::kAssertion;
  options_.message = "a[i] > 0";
  EXPECT_THAT(print(), testing::HasSubstr("  EXPECT_DEATH(crash(), \"a\\\\[i\\\\] > 0\");\n"));
}

TEST_F(PrintTest, HandlesAreTakenByAddress) {
  const auto handle =
      callable(CallableKind::kVariable, "xml::Node*", {}, node_, "nullptr", "xml::Node* {r} = nullptr;");
  const TypeId pointer_to_handle = type(TypeKind::kPointer, "xml::Node**");
  const auto open = callable(CallableKind::kFunction, "open", {parameter("out", pointer_to_handle, true)}, int_,
                             "open({0})", "auto {r} = open({0});");
  const auto close =
      callable(CallableKind::kFunction, "close", {parameter("handle", node_, true)}, std::nullopt, "close({0})", "");
  const auto out = call(handle, {});
  call(open, {{out, PassMode::kAddress}});
  call(close, {{out, PassMode::kLoad}});
  EXPECT_THAT(print(), testing::HasSubstr("  xml::Node* out = nullptr;\n  open(&out);\n  close(out);\n"));
}

TEST_F(PrintTest, WhatAPureFunctionReturnsIsKept) {
  const auto count =
      callable(CallableKind::kFunction, "xml::count", {}, int_, "xml::count()", "auto {r} = xml::count();");
  api_.callables[count.index()].is_pure = true;
  call(count, {});
  EXPECT_THAT(print(), testing::HasSubstr("  [[maybe_unused]] volatile auto count = xml::count();\n"));
}

TEST_F(PrintTest, TheTypeOfALiteralDecidesBetweenOverloads) {
  const auto put_long =
      callable(CallableKind::kFunction, "put", {parameter("value", size_, true)}, std::nullopt, "put({0})", "");
  callable(CallableKind::kFunction, "put", {parameter("value", int_, true)}, std::nullopt, "put({0})", "");
  api_.callables.back().linkage_name = "another put";
  const auto value = scalar(size_, 3);
  call(put_long, {{value, PassMode::kAddress}});
  EXPECT_THAT(print(), testing::HasSubstr("  put(3UL);\n"));
}

TEST_F(PrintTest, AnOverloadThatTakesAnObjectIsFurtherFromANumber) {
  const TypeId string = type(TypeKind::kObject, "std::string");
  const auto put =
      callable(CallableKind::kFunction, "put", {parameter("value", size_, true)}, std::nullopt, "put({0})", "");
  callable(CallableKind::kFunction, "put", {parameter("value", string, true)}, std::nullopt, "put({0})", "");
  api_.callables.back().linkage_name = "another put";
  const auto value = scalar(size_, 3);
  call(put, {{value, PassMode::kAddress}});
  EXPECT_THAT(print(), testing::HasSubstr("  put(3);\n"));
}

/// What competes with an operator is not always in the model: a literal has exactly its type, unless the operator stands alone.
TEST_F(PrintTest, AnOperatorThatStandsAloneTakesAnyLiteral) {
  const auto at = callable(CallableKind::kOperator, "List::operator[]", {parameter("index", size_, true)}, int_,
                           "list[{0}]", ""),
             plus = callable(CallableKind::kOperator, "operator+", {parameter("value", size_, true)}, int_,
                             "list + {0}", "");
  api_.callables[at.index()].stands_alone = true;
  call(at, {{scalar(size_, 3), PassMode::kAddress}});
  call(plus, {{scalar(size_, 4), PassMode::kAddress}});
  EXPECT_THAT(print(), testing::HasSubstr("  (void)list[3];\n  (void)(list + 4UL);\n"));
}

TEST_F(PrintTest, TheNextCallReachesThroughASmartPointer) {
  const TypeId owner = type(TypeKind::kObject, "std::unique_ptr<Item>"), item = type(TypeKind::kPointer, "Item*");
  const auto make = callable(CallableKind::kFunction, "make", {}, owner, "make()", "auto {r} = make();"),
             get = callable(CallableKind::kMethod, "get", {parameter("owner", owner, false)}, item, "{0.}get()",
                            "auto* {r} = {0.}get();"),
             use = callable(CallableKind::kMethod, "Item::use", {parameter("this", item, false)}, std::nullopt,
                            "{0.}use()", "");
  api_.callables[get.index()].owner = "std";
  const auto owned = call(make, {}), asked = call(get, {{owned, PassMode::kAddress}});
  call(use, {{asked, PassMode::kLoad}});
  EXPECT_THAT(print(), testing::ContainsRegex("  auto [a-z_]+ = make\\(\\);\n  [a-z_]+->use\\(\\);\n"));
  const auto again = call(get, {{owned, PassMode::kAddress}});
  call(make, {});
  call(use, {{again, PassMode::kLoad}});
  EXPECT_THAT(print(), testing::HasSubstr("get();\n")) << "another call stands between";
  const auto plus =
      callable(CallableKind::kOperator, "operator+", {parameter("item", item, false)}, std::nullopt, "{0} + 1", "");
  call(plus, {{call(get, {{owned, PassMode::kAddress}}), PassMode::kLoad}});
  EXPECT_THAT(print(), testing::HasSubstr("auto* get2 = unique_ptr.get();\n  get2 + 1;\n")) << "no arrow leads there";
}

TEST(PrintLiterals, EveryByteSurvives) {
  EXPECT_EQ(print::c_string(std::string_view("\x01"
                                             "1\xff?\?=\n\\",
                                             8)),
            R"("\0011\377?\?=\n\\")");
  EXPECT_EQ(print::string_expression(std::string(3, 'a') + std::string(1000, '[')).text,
            "std::string(\"aaa\") + std::string(1000, '[')");
}

TEST(PrintLiterals, PiecesThatRepeatAreWrittenOnce) {
  std::string text = "root:";
  for (int i = 0; i < 300; ++i) text += "<a>";
  const print::StringExpression shown = print::string_expression(text + "!");
  EXPECT_EQ(shown.text, R"(std::string("root:") + repeated(300, "<a>") + std::string("!"))");
  EXPECT_TRUE(shown.repeats);
}

TEST(PrintLiterals, NumbersKeepTheirBits) {
  std::set<std::string> includes;
  Type number;
  number.kind = TypeKind::kInteger;
  number.spelling = "int";
  number.bits = 32;
  number.is_signed = true;
  EXPECT_EQ(print::scalar(number, std::numeric_limits<int>::min(), false, includes), "std::numeric_limits<int>::min()");
  EXPECT_EQ(includes, std::set<std::string>{"<limits>"});
  number.is_signed = false;
  number.spelling = "unsigned int";
  EXPECT_EQ(print::scalar(number, -1, true, includes), "4294967295U");
  number.kind = TypeKind::kFloat;
  number.spelling = "double";
  number.bits = 64;
  EXPECT_EQ(print::scalar(number, std::bit_cast<std::int64_t>(-0.0), false, includes), "-0.0");
  EXPECT_EQ(print::scalar(number, std::bit_cast<std::int64_t>(0.1), false, includes), "0.1");
  EXPECT_EQ(
      print::scalar(number, std::bit_cast<std::int64_t>(-std::numeric_limits<double>::infinity()), false, includes),
      "-std::numeric_limits<double>::infinity()");
  number.kind = TypeKind::kEnum;
  number.spelling = "Colour";
  number.enumerators = {{"Colour::kRed", 0}};
  EXPECT_EQ(print::scalar(number, 0, false, includes), "Colour::kRed");
  EXPECT_EQ(print::scalar(number, 9, false, includes), "static_cast<Colour>(9)");
}

TEST(PrintLiterals, EnumeratorsThatAreBitsAreJoined) {
  std::set<std::string> includes;
  Type mode{.id = {},
            .kind = TypeKind::kEnum,
            .spelling = "mode",
            .enumerators = {{"kNone", 0}, {"kRead", 1}, {"kWrite", 2}, {"kAppend", 4}},
            .element = {}};
  EXPECT_TRUE(are_flags(mode));
  EXPECT_EQ(print::scalar(mode, 4, false, includes), "kAppend");
  EXPECT_EQ(print::scalar(mode, 5, false, includes), "static_cast<mode>(kRead | kAppend)");
  EXPECT_EQ(print::scalar(mode, 9, false, includes), "static_cast<mode>(9)");
  mode.enumerators.push_back({"kLock", 3});
  EXPECT_FALSE(are_flags(mode));
}

TEST(PrintNames, AreUsableIdentifiers) {
  print::Names names;
  names.reserve("parse(text)");
  EXPECT_EQ(names.take("text"), "text2");
  names.reserve("pugi::node_set node; node.first(); node->last(); {0.}middle()");
  EXPECT_EQ(names.take("middle"), "middle");
  EXPECT_EQ(names.take("node_set"), "node_set");
  EXPECT_EQ(names.take("first"), "first");
  EXPECT_EQ(names.take("last"), "last");
  EXPECT_EQ(names.take("node"), "node2");
  names.reserve("ares_options b2World; json_item_t");
  EXPECT_EQ(names.take("ares_options"), "options");
  EXPECT_EQ(names.take("ares_options"), "options2");
  EXPECT_EQ(names.take("b2World"), "world");
  EXPECT_EQ(names.take("json_item_t"), "item");
  EXPECT_EQ(names.take("class"), "class_value");
  EXPECT_EQ(names.take("_in_"), "in");
  EXPECT_EQ(names.take(""), "value");
  EXPECT_EQ(print::name_from_class("const xml::Node*"), "node");
  EXPECT_EQ(print::name_from_class("struct csv_parser"), "csv_parser");
  EXPECT_EQ(print::name_from_class("const char*"), "");
  EXPECT_EQ(print::name_from_class("void (*)(int)"), "");
  EXPECT_EQ(print::without_making("createBody"), "body");
  EXPECT_EQ(print::without_making("newCharReader"), "charReader");
  EXPECT_EQ(print::without_making("newInt"), "newInt");  // "int" is no name
  EXPECT_EQ(print::without_making("firstChild"), "firstChild");
  EXPECT_TRUE(print::says_making("json_object_new_int"));
  EXPECT_TRUE(print::says_making("XML_ParserCreate"));
  EXPECT_FALSE(print::says_making("news_address"));
  EXPECT_TRUE(print::only_says_what_is_done("add"));
  EXPECT_FALSE(print::only_says_what_is_done("root"));
  EXPECT_EQ(print::variable_name_from("tinyxml2::XMLDocument"), "xmlDocument");
  EXPECT_EQ(print::variable_name_from("std::vector<int>*"), "vector");
  EXPECT_EQ(print::variable_name_from("std::basic_istringstream<char>"), "istringstream");
  EXPECT_EQ(print::without_default_allocators("std::vector<std::vector<int, std::allocator<int>>, "
                                              "std::allocator<std::vector<int, std::allocator<int>>>> v;"),
            "std::vector<std::vector<int>> v;");
  EXPECT_EQ(print::without_default_allocators("own::Pool<int, std::allocator<int>> p;"),
            "own::Pool<int, std::allocator<int>> p;");
  EXPECT_EQ(print::without_default_allocators("std::basic_string<char, T, std::allocator<char>, X> s;"),
            "std::basic_string<char, T, std::allocator<char>, X> s;");
  EXPECT_EQ(print::variable_name_from("xml::Node::GetParent"), "parent");
}

}  // namespace
}  // namespace reenact
