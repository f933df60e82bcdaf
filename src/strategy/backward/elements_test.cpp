#include "strategy/backward/elements.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/MDBuilder.h>

#include "strategy/backward/source_fixture.h"

namespace reenact::backward {
namespace {

/// `object->numbers[i]` and `object->count`, which lies at offset 12; `object->numbers` is the object's first field.
class ElementsApartTest : public testing::Test {
 protected:
  SourceCode source_;
  SourceCode::Built built_ = source_.build("int one() { return 1; }\n");
  Expressions e_;
  Places places_{built_.code};
  ElementsApart elements_{e_, places_};

  Expr object_ = e_.symbol("object", 64), index_ = e_.symbol("i", 64), later_ = e_.symbol("what slot() returns", 64);
  Expr numbers_ = e_.make(Op::kRead, e_.array("M64", 64, 64), object_);
  Expr element_ = e_.make(Op::kAdd, numbers_, e_.make(Op::kMul, index_, e_.constant(4, 64)));
  Expr count_ = e_.make(Op::kAdd, object_, e_.constant(12, 64));

  llvm::LLVMContext context_;
  llvm::MDBuilder tags_{context_};
  llvm::MDNode* int_ = tags_.createTBAAScalarTypeNode("int", tags_.createTBAARoot("C++"));
  llvm::MDNode* plain_ = tags_.createTBAAStructTagNode(int_, int_, 0);
  llvm::MDNode* member_ =
      tags_.createTBAAStructTagNode(tags_.createTBAAStructTypeNode("Object", {{int_, 12}}), int_, 12);

  /// Of the question whether `field` is what slot() returns, once that turns out to be `address`.
  Expr becomes(Expr address, ElementsApart::Access field, const llvm::MDNode* tag) {
    const Expr question = elements_.question(field, {later_, tag});
    const bool field_is_first = e_[question].a() == field.address;
    const Expr after = e_.make(Op::kEq, field.address, address);
    return field_is_first ? elements_.answer(question, field.address, address, after)
                          : elements_.answer(question, address, field.address, after);
  }
};

TEST_F(ElementsApartTest, AnElementIsNoFieldOfAnotherObject) {
  EXPECT_TRUE(elements_.are_apart({element_}, {count_}));
  EXPECT_FALSE(elements_.are_apart({e_.make(Op::kAdd, object_, index_)}, {count_}));  // of the very object
  EXPECT_FALSE(elements_.are_apart({later_}, {count_}));
}

TEST_F(ElementsApartTest, AQuestionIsAnsweredWhenTheAddressIsKnown) {
  EXPECT_EQ(becomes(element_, {count_}, nullptr), e_.truth(false));
  const Expr other = e_.make(Op::kAdd, e_.symbol("other", 64), e_.constant(8, 64));
  EXPECT_EQ(becomes(other, {count_}, nullptr), e_.make(Op::kEq, count_, other));
}

TEST_F(ElementsApartTest, OnlyWhatWasAskedIsAnswered) {
  const Expr condition = e_.make(Op::kEq, e_.symbol("a pointer of the program", 64), count_);
  EXPECT_EQ(elements_.answer(condition, element_, count_, condition), condition);
}

TEST_F(ElementsApartTest, TheFirstElementIsTakenForOneByItsTag) {
  EXPECT_TRUE(elements_.are_apart({numbers_, plain_}, {count_, member_}));
  EXPECT_FALSE(elements_.are_apart({numbers_, member_}, {count_, member_}));  // a list's next node
  EXPECT_FALSE(elements_.are_apart({object_, plain_}, {count_, member_}));    // a pointer that a caller passes
  EXPECT_EQ(becomes(numbers_, {count_, member_}, plain_), e_.truth(false));
  EXPECT_EQ(becomes(numbers_, {count_, plain_}, member_), e_.make(Op::kEq, count_, numbers_));
}

}  // namespace
}  // namespace reenact::backward
