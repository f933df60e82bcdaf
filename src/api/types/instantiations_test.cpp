#include "api/types/instantiations.h"

#include <gtest/gtest.h>

namespace reenact::api {
namespace {

TEST(Instantiations, WhatClangCrashedOnIsNotBegunAgain) {
  Instantiations instantiations;
  instantiations.begin("deque.hpp:50:8");
  instantiations.end();
  EXPECT_FALSE(instantiations.crashed()) << "nothing was instantiated: parsing anew would crash again";
  instantiations.begin("list.hpp:40:8");
  EXPECT_TRUE(instantiations.crashed());
  EXPECT_FALSE(instantiations.may_begin("list.hpp:40:8"));
  EXPECT_TRUE(instantiations.may_begin("deque.hpp:50:8"));
  EXPECT_FALSE(instantiations.crashed()) << "one crash is answered once";
}

}  // namespace
}  // namespace reenact::api
