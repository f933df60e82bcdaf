#include "api/sources/opened_files.h"

#include <gmock/gmock.h>

namespace reenact {
namespace {

using testing::Contains;
using testing::Key;
using testing::Not;
using testing::Pair;
using testing::UnorderedElementsAre;
using Kind = PassedPointer::Kind;

PassingFunction function(const std::string& name, const std::string& callee, std::vector<PassedPointer> pointers) {
  return {.name = name,
          .provides_for_null = {},
          .calls_back = {},
          .calls = {{.callee = callee, .pointers = std::move(pointers), .pairs = {}}}};
}

TEST(OpenedFiles, WhatIsHandedOnToFopen) {
  const auto found =
      opened_files({
                       function("start", "load", {{.kind = Kind::kOwn, .own = 2}}),
                       function("load", "fopen", {{.kind = Kind::kOwn, .own = 0}, {.kind = Kind::kObject}}),
                       function("again", "again", {{.kind = Kind::kOwn, .own = 0}}),
                       function("log", "fopen", {{.kind = Kind::kObject}, {.kind = Kind::kOwn, .own = 0}}),
                       function("few", "load", {}),
                   })
          .names;
  EXPECT_THAT(found, Contains(Pair("load", UnorderedElementsAre(0))));
  EXPECT_THAT(found, Contains(Pair("start", UnorderedElementsAre(2))));
  EXPECT_THAT(found, Not(Contains(Key("again"))));
  EXPECT_THAT(found, Not(Contains(Key("log"))));
  EXPECT_THAT(found, Not(Contains(Key("few"))));
}

TEST(OpenedFiles, WhoReceivesHasSockets) {
  EXPECT_FALSE(opened_files({function("load", "read", {{.kind = Kind::kObject}})}).are_sockets);
  EXPECT_TRUE(opened_files({function("load", "recv", {{.kind = Kind::kObject}})}).are_sockets);
}

}  // namespace
}  // namespace reenact
