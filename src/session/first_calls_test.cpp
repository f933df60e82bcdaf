#include "session/first_calls.h"

#include <gtest/gtest.h>

namespace reenact {
namespace {

/// Box<int>::f0, f1, ... that take a Box<int>, its constructor, a function that is no template, and a method of Lid<int>.
class FirstCalls : public testing::Test {
 protected:
  FirstCalls() {
    for (const char* spelling : {"Box<int>", "Lid<int>"}) {
      Type type;
      type.id = TypeId(api_.types.size());
      type.spelling = spelling;
      api_.types.push_back(type);
    }
    api_.producers.resize(2);
    box_ = add("Box<int>", "_ZN3BoxIiEC2Ev", {}, TypeId(0u));
    lid_ = add("Lid<int>", "_ZN3LidIiEC2Ev", {}, TypeId(1u));
    for (int i = 0; i < 5; ++i)
      methods_.push_back(add("Box<int>", "_ZN3BoxIiE2f" + std::to_string(i) + "Ev", TypeId(0u), {}));
    api_.callables[methods_[4].index()].mutates_object = true;
    shut_ = add("Lid<int>", "_ZN3LidIiE4shutEv", TypeId(1u), {});
    plain_ = add("box.h", "_Z4openR3BoxIiE", TypeId(0u), {});
  }

  CallableId add(const std::string& owner, const std::string& linkage_name, std::optional<TypeId> takes,
                 std::optional<TypeId> makes) {
    Callable made;
    made.id = CallableId(api_.callables.size());
    made.owner = owner;
    made.linkage_name = linkage_name;
    made.result = makes;
    if (takes) made.parameters.push_back({.name = {}, .type = *takes, .sources = {{*takes, PassMode::kAddress}}});
    if (makes) api_.producers[makes->index()].push_back(made.id);
    api_.callables.push_back(made);
    return made.id;
  }

  ApiModel api_;
  CallableId box_, lid_, shut_, plain_;
  std::vector<CallableId> methods_;
};

TEST_F(FirstCalls, NoneWaitsWhereFewInstantiate) {
  EXPECT_EQ(calls_for_later(api_, {"Box<int>::f1"}, 8 * kInstantiationCost), std::vector<CallableId>{});
}

TEST_F(FirstCalls, TheReportsFunctionWhatMakesItsObjectAndWhatChangesIt) {
  // f1, the constructor, f4.
  EXPECT_EQ(calls_for_later(api_, {"Box<int>::f1"}, 3 * kInstantiationCost),
            (std::vector{lid_, methods_[0], methods_[2], methods_[3], shut_}));
  // Then the rest of its class, then all else.
  EXPECT_EQ(calls_for_later(api_, {"Box<int>::f1"}, 7 * kInstantiationCost), (std::vector{shut_}));
}

TEST_F(FirstCalls, AClassStandsForAllThatItHas) {
  EXPECT_EQ(calls_for_later(api_, {"Lid", "Lid::"}, 2 * kInstantiationCost),
            (std::vector{box_, methods_[0], methods_[1], methods_[2], methods_[3], methods_[4]}));
}

TEST_F(FirstCalls, WithoutAReportAnyIsAsLikely) {
  EXPECT_EQ(calls_for_later(api_, {}, 6 * kInstantiationCost).size(), 2U);
  EXPECT_EQ(calls_for_later(api_, {}, 8 * kInstantiationCost), std::vector<CallableId>{});
}

/// boxes.push_back(lid)
TEST_F(FirstCalls, WhatFillsAContainerComesWithWhatMakesItsElements) {
  Callable& push = api_.callables[add("std", "", TypeId(0u), {}).index()];
  push.mutates_object = true;
  push.parameters.push_back(api_[shut_].parameters.front());
  // f1, the constructor, f4, what makes a lid.
  EXPECT_EQ(calls_for_later(api_, {"Box<int>::f1"}, 4 * kInstantiationCost),
            (std::vector{methods_[0], methods_[2], methods_[3], shut_}));
}

TEST_F(FirstCalls, ManyReportedFunctionsLeaveRoomForTheirObjects) {
  // f0, the constructor, f4, f1.
  EXPECT_EQ(
      calls_for_later(api_, {"Box<int>::f0", "Box<int>::f1", "Box<int>::f2", "Box<int>::f3"}, 4 * kInstantiationCost),
      (std::vector{lid_, methods_[2], methods_[3], shut_}));
}

TEST_F(FirstCalls, AFunctionNobodyCallsStandsForItsClass) {
  EXPECT_EQ(calls_for_later(api_, {"Lid<int>::hidden(int)"}, 2 * kInstantiationCost),
            (std::vector{box_, methods_[0], methods_[1], methods_[2], methods_[3], methods_[4]}));
}

/// Users call something of Lid, which calls f1.
TEST_F(FirstCalls, SoItDoesBesideFunctionsThatAreCalls) {
  // f1 and the constructor, a lid; with more room its method.
  const std::vector<std::string> functions{"Box<int>::f1", "Box<int>::f1", "Lid<int>::hidden(int)"};
  EXPECT_EQ(calls_for_later(api_, functions, 6 * kInstantiationCost), (std::vector{methods_[3], shut_}));
  EXPECT_EQ(calls_for_later(api_, functions, 7 * kInstantiationCost), std::vector{methods_[3]});
}

TEST_F(FirstCalls, AnInlineFunctionCostsLess) {
  api_.callables[plain_.index()].compiles_body = true;
  EXPECT_EQ(calls_for_later(api_, {"Box<int>::f1"}, 8 * kInstantiationCost), std::vector<CallableId>{plain_});
  EXPECT_EQ(calls_for_later(api_, {"Box<int>::f1"}, 8 * kInstantiationCost + kInlineCost), std::vector<CallableId>{});
}

TEST_F(FirstCalls, AllWhereNoneHasToDoWithTheReport) {
  EXPECT_EQ(calls_for_later(api_, {"other::function"}, 2 * kInstantiationCost), std::vector<CallableId>{});
}

}  // namespace
}  // namespace reenact
