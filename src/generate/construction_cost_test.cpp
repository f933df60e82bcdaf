#include "generate/construction_cost.h"

#include <gtest/gtest.h>

#include "testcase/testdata/made_up_api.h"

namespace reenact {
namespace {

Parameter taking(TypeId type) { return {.name = "x", .type = type, .sources = {{type, PassMode::kAddress}}}; }

/// struct Door; (nobody makes one)  struct House { House(Door&); };  void enter(House&);  void knock(int);
struct Houses {
  MadeUpApi made;
  TypeId integer = made.type(TypeKind::kInteger, 32), door = made.type(TypeKind::kObject),
         house = made.type(TypeKind::kObject);
  CallableId build = made.add("House::House", CallableKind::kConstructor, {taking(door)}, house),
             enter = made.add("enter", CallableKind::kFunction, {taking(house)}, std::nullopt),
             knock = made.add("knock", CallableKind::kFunction, {taking(integer)}, std::nullopt);
  Houses() {
    made.api.types[door.index()].spelling = "Door";
    made.api.producers[house.index()] = {build};
  }
};

TEST(ConstructionCosts, NameTheTypeThatNothingMakes) {
  const Houses houses;
  const std::string why = what_calls_lack(houses.made.api, {houses.enter});
  EXPECT_TRUE(why.starts_with(
      "no call that reaches the target can be made: nothing makes a `Door`, which House::House takes\n  next step: "))
      << why;
}

TEST(ConstructionCosts, ACallOfNumbersCanBeMade) {
  const Houses houses;
  const ConstructionCosts costs(houses.made.api);
  EXPECT_TRUE(costs.can_make(houses.knock));
  EXPECT_FALSE(costs.can_make(houses.enter));
}

}  // namespace
}  // namespace reenact
