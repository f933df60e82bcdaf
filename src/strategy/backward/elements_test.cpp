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

TEST_F(ElementsApartTest, ATextHoldsNoNumberOfAnotherObject) {
  llvm::MDNode* const character = tags_.createTBAAScalarTypeNode("omnipotent char", tags_.createTBAARoot("C++"));
  llvm::MDNode* const of_text = tags_.createTBAAStructTagNode(character, character, 0);
  const Expr text = e_.symbol("text", 64), third = e_.make(Op::kAdd, text, e_.constant(3, 64));
  EXPECT_TRUE(elements_.are_apart({third, of_text, 8}, {count_, member_, 32}));
  EXPECT_TRUE(elements_.are_apart({count_, member_, 32}, {third, nullptr, 8})) << "read by strlen()";
  EXPECT_FALSE(elements_.are_apart({third, of_text, 8}, {object_, of_text, 8})) << "two texts may be one";
  EXPECT_TRUE(elements_.are_apart({third, of_text, 8}, {count_, nullptr, 64})) << "a container's length";
  EXPECT_FALSE(elements_.are_apart({third, of_text, 8}, {count_, nullptr, 8})) << "nobody knows what is written";
  const Expr inside = e_.make(Op::kAdd, object_, index_);
  EXPECT_FALSE(elements_.are_apart({inside, of_text, 8}, {e_.make(Op::kAdd, object_, later_), member_, 32}))
      << "the bytes of the very object";
}

TEST_F(ElementsApartTest, ATextIsNoObjectOfNumbersThatIsAssigned) {
  llvm::MDNode* const character = tags_.createTBAAScalarTypeNode("omnipotent char", tags_.createTBAARoot("C++"));
  llvm::MDNode* const of_text = tags_.createTBAAStructTagNode(character, character, 0);
  llvm::MDNode* const numbers = tags_.createTBAAStructNode({{0, 4, plain_}, {4, 4, plain_}});
  llvm::MDNode* const name = tags_.createTBAAStructNode({{0, 4, plain_}, {4, 16, of_text}});
  const ElementsApart::Access third{e_.make(Op::kAdd, e_.symbol("text", 64), e_.constant(3, 64)), of_text, 8};
  EXPECT_TRUE(elements_.is_apart_from_object(third, object_, numbers));
  EXPECT_FALSE(elements_.is_apart_from_object(third, object_, name)) << "it may be the name in it";
  EXPECT_FALSE(elements_.is_apart_from_object(third, object_, nullptr));
  EXPECT_FALSE(elements_.is_apart_from_object({third.address, plain_, 32}, object_, numbers));
}

}  // namespace
}  // namespace reenact::backward
