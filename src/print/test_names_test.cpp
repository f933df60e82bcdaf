#include "print/test_names.h"

#include <gtest/gtest.h>

namespace reenact {
namespace {

TEST(TestNames, SayWhereAndWhat) {
  EXPECT_EQ(test_suite("_ZN8tinyxml27XMLNode16InsertFirstChildEPS0_"), "XMLNodeInsertFirstChild");
  EXPECT_EQ(test_suite("json_object_put"), "JsonObjectPut");
  EXPECT_EQ(test_name(CrashKind::kNullDereference, ""), "CrashesWithNullDereference");
  EXPECT_EQ(test_name(CrashKind::kCppException, "std::out_of_range"), "ThrowsOutOfRange");
  EXPECT_EQ(test_name(CrashKind::kCppException, "ns::error<std::string>"), "ThrowsError");
  EXPECT_EQ(test_name(CrashKind::kCppException, ""), "ThrowsException");
}

}  // namespace
}  // namespace reenact
