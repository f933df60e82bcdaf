#include "explore/doubts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testcase/append.h"
#include "testcase/testdata/made_up_api.h"

namespace reenact {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

/// T* open();  void use(T*);  int configure(int option, ...);
class DoubtsTest : public testing::Test {
 protected:
  DoubtsTest() {
    integer_ = made_.type(TypeKind::kInteger, 32);
    handle_ = made_.type(TypeKind::kPointer);
    callback_ = made_.type(TypeKind::kCallback);
    const Parameter number{.name = "n", .type = integer_, .sources = {{integer_, PassMode::kAddress}}};
    Parameter more = number;
    more.is_formatted = true;
    open_ = made_.add("open", CallableKind::kFunction, {}, handle_);
    use_ = made_.add("use", CallableKind::kFunction,
                     {{.name = "t", .type = handle_, .nullable = true, .sources = {{handle_, PassMode::kLoad}}}},
                     std::nullopt);
    configure_ = made_.add("configure", CallableKind::kFunction, {number}, std::nullopt);
    made_.add("configure", CallableKind::kFunction, {number, more}, std::nullopt);
  }

  StatementIndex call(CallableId callable, const std::vector<Argument>& arguments) {
    const auto made = append_call(test_, made_.api, callable, arguments);
    EXPECT_TRUE(made.has_value());
    return made.value_or(StatementIndex());
  }

  MadeUpApi made_;
  TypeId integer_, handle_, callback_;
  CallableId open_, use_, configure_;
  TestCase test_;
};

TEST_F(DoubtsTest, WhatFollowsAnOptionIsNotKnown) {
  call(open_, {});
  EXPECT_EQ(doubt_about(test_, made_.api), "");
  call(configure_, {{append_scalar(test_, integer_, 1), PassMode::kAddress, kNoCast}});
  EXPECT_THAT(doubt_about(test_, made_.api), HasSubstr("what configure takes"));
}

TEST_F(DoubtsTest, AFormatTellsWhatFollows) {
  for (Callable& each : made_.api.callables)
    if (each.name == "configure") each.parameters.front().is_format = true;
  call(configure_, {{append_scalar(test_, integer_, 1), PassMode::kAddress, kNoCast}});
  EXPECT_THAT(doubt_about(test_, made_.api), testing::Not(HasSubstr("what configure takes")));
}

TEST_F(DoubtsTest, ACallbackReturnsNull) {
  const CallableId allocate = made_.add("", CallableKind::kCallback, {}, callback_);
  made_.api.callables[allocate.index()].expression = "[](void*, unsigned long) -> void* { return {}; }";
  call(allocate, {});
  EXPECT_EQ(doubt_about(test_, made_.api), "a callback returns null");
}

/// `T* t = open(); t->size = 1;`, but `T mine{}; mine.size = 1;`
TEST_F(DoubtsTest, AFieldOfWhatTheLibraryMadeIsItsOwn) {
  const TypeId object = made_.type(TypeKind::kObject);
  const Parameter self{
      .name = "t", .type = object, .sources = {{object, PassMode::kAddress}, {handle_, PassMode::kLoad}}};
  const Parameter number{.name = "n", .type = integer_, .sources = {{integer_, PassMode::kAddress}}};
  const CallableId size = made_.add("T::size", CallableKind::kFieldWrite, {self, number}, std::nullopt);
  const StatementIndex one = append_scalar(test_, integer_, 1);
  const StatementIndex mine = call(made_.add("T", CallableKind::kVariable, {}, object), {});
  call(size, {{mine, PassMode::kAddress, kNoCast}, {one, PassMode::kAddress, kNoCast}});
  EXPECT_EQ(doubt_about(test_, made_.api), "");
  call(size, {{call(open_, {}), PassMode::kLoad, kNoCast}, {one, PassMode::kAddress, kNoCast}});
  EXPECT_EQ(doubt_about(test_, made_.api), "writes T::size of an object that the library has made");
}

TEST_F(DoubtsTest, ANullThatACallReturnedIsPassedOn) {
  const StatementIndex handle = call(open_, {});
  call(use_, {{handle, PassMode::kLoad, kNoCast}});
  EXPECT_THAT(nulls_passed_on(test_, made_.api, [](const TestCase&) { return false; }), IsEmpty());
  const auto where_null_is_passed = [](const TestCase& test) {
    return !test.arguments.empty() && test.arguments.back().mode == PassMode::kNull;
  };
  EXPECT_THAT(nulls_passed_on(test_, made_.api, where_null_is_passed), ElementsAre(Pair(1U, 0U)));
}

}  // namespace
}  // namespace reenact
