// As much of GoogleTest as a printed test needs. The real header takes a second to compile under sanitizers, and the run that looks
// for what goes wrong before the crash needs nothing of it (check.h, CheckRequest::small_gtest).
#pragma once

// A C header that includes GLib's inside of extern "C" compiles only where this was read before.
#include <type_traits>

namespace testing {
struct Test {
  virtual ~Test() = default;
  virtual void TestBody() = 0;
};
}  // namespace testing

#define TEST(suite, name)                         \
  struct suite##_##name##_Test : testing::Test {  \
    void TestBody() override;                     \
  };                                              \
  int main() {                                    \
    suite##_##name##_Test test;                   \
    static_cast<testing::Test&>(test).TestBody(); \
  }                                               \
  void suite##_##name##_Test::TestBody()
