#include "generate/reported_calls.h"

#include <gmock/gmock.h>

#include "crash/reader.h"
#include "generate/builder.h"
#include "testcase/testdata/made_up_api.h"

namespace reenact {
namespace {

using testing::ElementsAre;
using testing::Optional;

Type of_kind(TypeKind kind) {
  Type type;
  type.kind = kind;
  return type;
}

std::optional<std::int64_t> integer_of(std::string_view shown, const Type& type) {
  const auto value = reported_value(shown, type);
  const auto* number = value ? std::get_if<std::int64_t>(&*value) : nullptr;
  return number != nullptr ? std::optional(*number) : std::nullopt;
}

TEST(ReportedValue, Numbers) {
  const Type integer = of_kind(TypeKind::kInteger);
  EXPECT_EQ(integer_of("-20", integer), -20);
  EXPECT_EQ(integer_of("18446744073709551615", integer), -1);
  EXPECT_EQ(integer_of("97 'a'", integer), 97);
  EXPECT_EQ(integer_of("n@entry=5", integer), 5);
  EXPECT_EQ(integer_of("@0x7fffffffe010: 6", integer), 6);
  EXPECT_EQ(integer_of("true", of_kind(TypeKind::kBool)), 1);
  EXPECT_EQ(integer_of("<optimized out>", integer), std::nullopt);
  EXPECT_EQ(integer_of("{x = 1}", integer), std::nullopt);
  EXPECT_THAT(reported_value("-2.5", of_kind(TypeKind::kFloat)), Optional(ReportedValue(-2.5)));
}

TEST(ReportedValue, EnumeratorsByTheirLastName) {
  Type style = of_kind(TypeKind::kEnum);
  style.enumerators = {{"Style::kPlain", 0}, {"Style::kBold", 1}, {"Style::kItalic", 2}};
  EXPECT_EQ(integer_of("paint::Style::kBold", style), 1);
  EXPECT_EQ(integer_of("(kBold | kItalic)", style), 3);
  EXPECT_EQ(integer_of("7", style), 7);
  EXPECT_EQ(integer_of("kUnderlined", style), std::nullopt);
}

TEST(ReportedValue, TextsAndNull) {
  const Type pointer = of_kind(TypeKind::kPointer);
  EXPECT_THAT(reported_value("0x555555557004 \"a\\n\"", pointer), Optional(ReportedValue("a\n")));
  EXPECT_THAT(reported_value("\"word\"", of_kind(TypeKind::kObject)), Optional(ReportedValue("word")));
  EXPECT_THAT(reported_value("0x0", pointer), Optional(ReportedValue(nullptr)));
  EXPECT_EQ(reported_value("0x7fffffffe010", pointer), std::nullopt);
  EXPECT_EQ(reported_value("{name = \"x\"}", of_kind(TypeKind::kObject)), std::nullopt);
}

/// void parse(const char* text, int depth)
class ReportedCalls : public testing::Test {
 protected:
  ReportedCalls() {
    const TypeId text = made_.type(TypeKind::kText), pointer = made_.type(TypeKind::kPointer);
    const TypeId integer = made_.type(TypeKind::kInteger, 32);
    parse_ = made_.add("parse", CallableKind::kFunction,
                       {{.name = "text", .type = pointer, .sources = {{text, PassMode::kCString}}},
                        {.name = "depth", .type = integer, .sources = {{integer, PassMode::kAddress}}}},
                       std::nullopt);
  }

  [[nodiscard]] std::vector<ReportedCall> of(const std::string& frames) const {
    const auto report = read_crash_report("Program received signal SIGSEGV, Segmentation fault.\n" + frames, "report");
    EXPECT_TRUE(report.has_value());
    return report ? reported_calls(made_.api, *report) : std::vector<ReportedCall>();
  }

  MadeUpApi made_;
  CallableId parse_;
};

TEST_F(ReportedCalls, TheOutermostOfARecursion) {
  const auto calls =
      of("#0  parse (text=0x555555557005 \"]\", depth=2) at a.c:7\n"
         "#1  0x0000555555555169 in parse (text=0x555555557004 \"[]\", depth=1) at a.c:9\n");
  ASSERT_EQ(calls.size(), 1u);
  EXPECT_EQ(calls[0].callable, parse_);
  EXPECT_THAT(calls[0].values, ElementsAre(Optional(ReportedValue("[]")), Optional(ReportedValue(std::int64_t{1}))));
}

TEST_F(ReportedCalls, ByPlaceWhereTheDefinitionHasOtherNames) {
  const auto calls = of("#0  parse (s=0x0, n=3) at a.c:7\n");
  ASSERT_EQ(calls.size(), 1u);
  EXPECT_THAT(calls[0].values, ElementsAre(Optional(ReportedValue(nullptr)), Optional(ReportedValue(std::int64_t{3}))));
}

TEST_F(ReportedCalls, NotOfAnotherOverload) { EXPECT_TRUE(of("#0  parse (stream=5) at a.c:7\n").empty()); }

TEST_F(ReportedCalls, ATestMakesThemAsTheyWere) {
  ValuePool pool;
  pool.reported = of("#0  parse (text=0x555555557004 \"[]\", depth=-77) at a.c:7\n");
  pool.draws.calls.reported = 1;
  Random random(Seed{1});
  TestBuilder builder(made_.api, pool, random);
  TestCase test;
  (void)builder.append_call(test, parse_);
  ASSERT_EQ(test.size(), 3u);
  EXPECT_EQ(test.text_of(test.statements[0]), "[]");
  EXPECT_EQ(test.statements[1].bits, -77);
}

}  // namespace
}  // namespace reenact
