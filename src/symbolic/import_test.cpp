#include "symbolic/import.h"

#include <gtest/gtest.h>

#include "symbolic/print.h"

namespace reenact::symbolic {
namespace {

constexpr std::uint8_t kBytes[] = {1, 0, 2, 0, 3, 1};

class Import : public testing::Test {
 protected:
  Import() {
    labels_.push_back({});
    names_.symbol = [](Expressions& e, std::uint64_t number, unsigned width) {
      return number < 10 ? e.symbol("in" + std::to_string(number), width) : Expr{};
    };
    names_.bytes = [](std::uint64_t offset, std::size_t size) {
      return std::span(kBytes).subspan(offset, std::min(size, sizeof kBytes - offset));
    };
  }

  ReenactLabel add(Op op, unsigned width, ReenactLabel a = 0, ReenactLabel b = 0, ReenactLabel c = 0,
                   std::uint64_t constant = 0) {
    ReenactExpression node{};
    node.op = static_cast<std::uint8_t>(op);
    node.width = static_cast<std::uint16_t>(width);
    node.operands[0] = a;
    node.operands[1] = b;
    node.operands[2] = c;
    node.constant = constant;
    labels_.push_back(node);
    return static_cast<ReenactLabel>(labels_.size() - 1);
  }

  std::string import(ReenactLabel label) {
    const auto result = Importer(e_, labels_, names_)(label);
    return result ? print(e_, *result) : result.error().message;
  }

  Expressions e_;
  std::vector<ReenactExpression> labels_;
  ImportNames names_;
};

TEST_F(Import, ARunsTable) {
  const ReenactLabel low = add(Op::kSymbol, 8, 0, 0, 0, 0);
  const ReenactLabel high = add(Op::kSymbol, 8, 0, 0, 0, 1);
  const ReenactLabel word = add(Op::kConcat, 16, high, low);
  const ReenactLabel number = add(Op::kConstant, 16, 0, 0, 0, 0x4142);
  EXPECT_EQ(import(add(Op::kEq, 1, word, number)), "in1 == 'A' && in0 == 'B'");
}

TEST_F(Import, Tables) {
  const ReenactLabel index = add(Op::kSymbol, 8);
  const ReenactLabel table = add(Op::kTable, 16, 3);
  labels_[table].index_width = 8;
  const ReenactLabel read = add(Op::kRead, 16, table, index);
  EXPECT_EQ(import(read), "table0[in0]");
  const ReenactLabel two = add(Op::kConstant, 8, 0, 0, 0, 2);
  EXPECT_EQ(import(add(Op::kRead, 16, table, two)), "259");
}

TEST_F(Import, WhatIsWrongIsSaid) {
  const ReenactLabel byte = add(Op::kSymbol, 8);
  const ReenactLabel word = add(Op::kSymbol, 16, 0, 0, 0, 1);
  EXPECT_EQ(import(0), "expression 0 of the run cannot be read: there is none of that number");
  EXPECT_EQ(import(99), "expression 99 of the run cannot be read: there is none of that number");
  EXPECT_EQ(import(add(Op::kAdd, 8, byte, word)),
            "expression 3 of the run cannot be read: the widths of its operands do not agree");
  EXPECT_EQ(import(add(Op::kAdd, 8, byte, 4)),
            "expression 4 of the run cannot be read: an operand does not come before it");
  EXPECT_EQ(import(add(static_cast<Op>(200), 8)), "expression 5 of the run cannot be read: there is no operation 200");
  EXPECT_EQ(import(add(Op::kSymbol, 8, 0, 0, 0, 77)), "expression 6 of the run cannot be read: there is no input 77");
  EXPECT_EQ(import(add(Op::kExtract, 8, byte, 0, 0, 4)),
            "expression 7 of the run cannot be read: the widths of its operands do not agree");
  EXPECT_EQ(import(add(Op::kNot, 999, byte)), "expression 8 of the run cannot be read: 999 bits are too many or none");
}

}  // namespace
}  // namespace reenact::symbolic
