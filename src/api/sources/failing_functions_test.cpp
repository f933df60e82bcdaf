#include "api/sources/failing_functions.h"

#include <gmock/gmock.h>

namespace reenact {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Key;
using testing::Pair;

std::map<std::string, std::string> failing(const std::string& code) { return failing_functions(code, {"-std=c++17"}); }

TEST(FailingFunctions, NoneOfWhatCompiles) {
  EXPECT_THAT(failing("template <class T> T twice(T a) { return a + a; }\nvoid f() { twice(2); }\n"), IsEmpty());
}

TEST(FailingFunctions, AnErrorOfTheirOwn) {
  EXPECT_THAT(failing("void f() { int a = \"\"; }\nvoid g() {}\nvoid h() { missing(); }\n"),
              ElementsAre(Pair("f", HasSubstr("cannot initialize")), Pair("h", HasSubstr("undeclared"))));
}

// A compiler names f alone: the instantiation that fails is not made again.
TEST(FailingFunctions, AllUsersOfAnInstantiationThatFails) {
  EXPECT_THAT(failing(R"(template <class T> void inner(T a) { a.missing(); }
template <class T> void outer(T a) { inner(a); }
template <class T> void other(T) {}
void f() { outer(1); }
void g() { inner(1); }
void h() { outer(1); }
void fine() { other(1); }
)"),
              ElementsAre(Key("f"), Key("g"), Key("h")));
}

TEST(FailingFunctions, UsersOfAClassThatFails) {
  EXPECT_THAT(failing(R"(template <class T> struct Box { static_assert(sizeof(T) > 4, "too small"); T value; };
template <class T> struct Holder { Box<T> box; };
void f() { Box<char> b; }
void g() { Holder<char> h; (void)h; }
void fine() { Box<long> b; }
)"),
              ElementsAre(Pair("f", HasSubstr("too small")), Pair("g", HasSubstr("too small"))));
}

TEST(FailingFunctions, WhoMakesAnObjectUsesItsVirtualFunctions) {
  EXPECT_THAT(failing(R"(struct Base { virtual void run() {} };
template <class T> struct Runs : Base { void run() override { value.missing(); } T value; };
void f() { Runs<int> r{}; (void)r; }
void g() { Base* b = new Runs<int>; (void)b; }
void fine(Runs<int>* given) { (void)given; }
)"),
              ElementsAre(Key("f"), Key("g")));
}

TEST(FailingFunctions, WhoMakesOrDestroysAnObjectDestroysItsParts) {
  EXPECT_THAT(failing(R"(#include <new>
template <class T> struct Part { ~Part() { T::release(); } };
template <class T> struct Whole { Part<T> part; T other; };
struct Counted { static void release() {} };
void f(void* at) { ::new (at) Whole<int>(); }
void g(Whole<int>* given) { delete given; }
void fine() { Whole<Counted> whole; }
)"),
              ElementsAre(Key("f"), Key("g")));
}

// The compiler's words name no user of a copy that it defines by itself.
TEST(FailingFunctions, UsersOfWhatTheCompilerDefines) {
  EXPECT_THAT(failing(R"(#include <map>
#include <memory>
using Map = std::map<int, std::unique_ptr<int>>;
struct Owner { Map map; };
void f(const Owner& o) { Owner copy = o; }
void g(const Map& m) { Map copy = m; }
void fine(Owner& o) { Owner moved = static_cast<Owner&&>(o); }
)"),
              ElementsAre(Key("f"), Key("g")));
}

}  // namespace
}  // namespace reenact
