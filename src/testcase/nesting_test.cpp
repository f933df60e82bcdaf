#include "testcase/nesting.h"

#include <gtest/gtest.h>

#include <string>

#include "testcase/testdata/made_up_api.h"

namespace reenact {
namespace {

class NestingTest : public testing::Test {
 protected:
  void text(const std::string& bytes) {
    Statement statement;
    statement.kind = StatementKind::kText;
    statement.type = made_.type(TypeKind::kText);
    statement.first = static_cast<std::uint32_t>(test_.bytes.size());
    statement.count = static_cast<std::uint32_t>(bytes.size());
    test_.bytes += bytes;
    test_.statements.push_back(statement);
  }
  void number(std::int64_t value, std::uint32_t bits) {
    Statement statement;
    statement.kind = StatementKind::kScalar;
    statement.type = made_.type(TypeKind::kInteger, bits);
    statement.bits = value;
    test_.statements.push_back(statement);
  }
  [[nodiscard]] std::optional<TestCase> deeper(std::size_t times, Deepening what = Deepening::kTexts) const {
    return made_deeper(test_, made_.api, what, times);
  }

  MadeUpApi made_;
  TestCase test_;
};

TEST_F(NestingTest, RepeatedPiecesStandThereMoreOftenAndTheRestStays) {
  text("x=" + std::string(20, '[') + "1" + std::string(20, ']'));
  text("short");
  const auto result = deeper(4);
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->text_of(result->statements[0]), "x=" + std::string(80, '[') + "1" + std::string(80, ']'));
  EXPECT_EQ(result->text_of(result->statements[1]), "short");
}

TEST_F(NestingTest, NumbersOfTimesAreRound) {
  text(std::string(2340, '>'));
  const auto result = deeper(32);
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->text_of(result->statements[0]), std::string(80'000, '>'));
}

TEST_F(NestingTest, IntegersWhereTheyAreAskedFor) {
  number(100, 32);
  number(15, 32);  // too small for a depth
  number(100, 8);  // has no room: 127 is its most
  EXPECT_FALSE(deeper(8).has_value());
  const auto result = deeper(8, Deepening::kNumbersToo);
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->statements[0].bits, 800);
  EXPECT_EQ(result->statements[1].bits, 15);
  EXPECT_EQ(result->statements[2].bits, 100);
}

TEST_F(NestingTest, WithoutSuchIntegersTextsAreNotMadeDeeperTwice) {
  text(std::string(1000, '('));
  number(15, 32);
  EXPECT_TRUE(deeper(8).has_value());
  EXPECT_FALSE(deeper(8, Deepening::kNumbersToo).has_value());
  number(16, 32);
  EXPECT_TRUE(deeper(8, Deepening::kNumbersToo).has_value());
}

TEST_F(NestingTest, EndsWhereTextsAreTooLong) {
  text(std::string(1000, '('));
  EXPECT_TRUE(deeper(512).has_value());
  EXPECT_FALSE(deeper(2048).has_value());
}

}  // namespace
}  // namespace reenact
