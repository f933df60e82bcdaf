#include "goal/crash_calls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace reenact {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Callable method(std::uint32_t id, const std::string& linkage_name, bool is_virtual) {
  Callable result;
  result.id = CallableId(id);
  result.kind = CallableKind::kMethod;
  result.linkage_name = linkage_name;
  result.is_virtual = is_virtual;
  return result;
}

TEST(CallableIndex, AMethodOfABaseCallsWhatOverridesIt) {
  ApiModel api;
  api.callables = {method(0, "_ZNK5Shape3cutEi", true), method(1, "_ZNK5Shape3cutEl", true),
                   method(2, "_ZNK4Cake3cutEi", false)};
  const CallableIndex index(api);
  Function overrider;
  overrider.linkage_name = "_ZNK12_GLOBAL__N_16Circle3cutEi";
  overrider.name = "(anonymous namespace)::Circle::cut(int) const";
  overrider.slots = {2};
  EXPECT_THAT(index.of(overrider), IsEmpty());
  EXPECT_THAT(index.overridden_by(overrider), ElementsAre(CallableId(0u)));
  overrider.slots.clear();
  EXPECT_THAT(index.overridden_by(overrider), IsEmpty()) << "it is in no vtable";
}

}  // namespace
}  // namespace reenact
