#include "api/builder/placeholders.h"

#include <gtest/gtest.h>

namespace reenact::api {
namespace {

TEST(Placeholders, OfOneParameterAreReplacedAndOthersMoveUp) {
  EXPECT_EQ(with_parameter("init({0}, {1}, {#1})", 0, "&{r}"), "init(&{r}, {0}, {#0})");
  EXPECT_EQ(with_parameter("{0.}insert({1}, {2})", 1, "i"), "{0.}insert(i, {1})");
  EXPECT_EQ(with_parameter("{2.}add({*3}, {10})", 1, "i"), "{1.}add({*2}, {9})");
  EXPECT_EQ(with_parameter("point {r}{}; f({})", 0, "i"), "point {r}{}; f({})");
}

TEST(Placeholders, AThunkWithinAnotherGetsItsArguments) {
  const std::string table = "{ void* const* in = given; (void)in; alignas(16) char out[64]; (void)out; f(); }";
  EXPECT_EQ(thunk_with("f();", 3, 1, "&at"), "void* given[] = {in[0], &at, in[1], }; " + table);
  EXPECT_EQ(thunk_with("f();", 2, std::nullopt, ""), "void* given[] = {in[0], in[1], }; " + table);
}

}  // namespace
}  // namespace reenact::api
