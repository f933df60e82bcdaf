#include "session/demanded_contracts.h"

#include <gtest/gtest.h>

#include "testcase/testdata/made_up_api.h"

namespace reenact {
namespace {

/// `void close(T*)` and `delete t`.
class DemandedContracts : public testing::Test {
 protected:
  DemandedContracts() {
    const TypeId pointer = made_.type(TypeKind::kPointer);
    Parameter freed{.name = "t", .type = pointer, .sources = {{pointer, PassMode::kLoad}}, .releases = true};
    made_.add("close", CallableKind::kFunction, {freed}, std::nullopt);
    freed.deletes = true;
    made_.add("T::~T", CallableKind::kOperator, {freed}, std::nullopt);
    made_.api.callables.back().linkage_name = "_ZN1TD2Ev";
  }

  /// The first frame is not the subject's.
  [[nodiscard]] ContractSet if_freed_by(const std::vector<std::string>& functions) const {
    CrashReport report;
    report.kind = CrashKind::kUseAfterFree;
    OtherStack stack{.role = OtherStack::Role::kFreed, .frames = {}};
    for (const std::string& function : functions) {
      Frame frame;
      frame.function = function;
      frame.owner = stack.frames.empty() ? FrameOwner::kSanitizer
                    : function == "main" ? FrameOwner::kDriver
                                         : FrameOwner::kSubject;
      stack.frames.push_back(frame);
    }
    report.others = {stack};
    return demanded_contracts(report, made_.api);
  }

  MadeUpApi made_;
};

TEST_F(DemandedContracts, WhatUsersFreeMayBeUsedAfterwards) {
  EXPECT_EQ(if_freed_by({"free", "close", "main"}), only(Contract::kReleased) | only(Contract::kKept));
  EXPECT_TRUE(if_freed_by({"free", "list_clear", "main"}).none());
}

TEST_F(DemandedContracts, WhatUsersDeleteOthersMayUse) {
  EXPECT_EQ(if_freed_by({"operator delete(void*)", "T::~T()", "main"}), only(Contract::kKept));
  EXPECT_EQ(if_freed_by({"operator delete(void*)", "main"}), only(Contract::kKept));
  EXPECT_TRUE(if_freed_by({"operator delete(void*)", "list_clear", "main"}).none());
}

}  // namespace
}  // namespace reenact
