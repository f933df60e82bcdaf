// From source text to preconditions.
#include "strategy/backward/source_fixture.h"

namespace reenact {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

using Backward = BackwardTest;

constexpr const char* kNull = R"(
int f(int* p, int n) {
  int x = 0;
  int* q = n > 3 ? p : &x;
  return *q;  // 1
}
)";

TEST_F(Backward, PutsWhatWasComputedInThePlaceOfWhatIsAskedFor) {
  const Explanation found = explained(kNull, CrashKind::kNullDereference);
  ASSERT_THAT(found.frames, SizeIs(1));
  ASSERT_THAT(found.frames[0].preconditions, SizeIs(1));
  EXPECT_THAT(words(found.frames[0].preconditions[0]), ElementsAre("p == nullptr", "n >= 4"));
  EXPECT_TRUE(found.frames[0].preconditions[0].is_proven);
  EXPECT_EQ(found.frames[0].preconditions[0].conditions[1].line.value, 4u);
}

TEST_F(Backward, SaysWhatCannotBeOnlyIfItIsProven) {
  const Explanation guarded =
      explained("int f(int* p) {\n if (p == nullptr) return 0;\n return *p;  // 1\n}\n", CrashKind::kNullDereference);
  EXPECT_TRUE(guarded.frames[0].cannot_be);
  const Explanation wild =
      explained("int f(int* p) {\n if (p == nullptr) return 0;\n return *p;  // 1\n}\n", CrashKind::kWildAccess);
  EXPECT_FALSE(wild.frames[0].cannot_be) << "memory may have been overwritten before";
  EXPECT_EQ(innermost_impossible(guarded), 0U);
  EXPECT_THAT(why_impossible(guarded),
              testing::StartsWith("this version cannot crash there: on no path through f(int*) (a.cpp:3) "));
  EXPECT_EQ(guarded.counters.contradictions, 1u);
  // What is not known may be anything.
  const Explanation unknown =
      explained("int* g();\nint f() {\n int* p = g();\n if (p == nullptr) p = g();\n return *p;  // 1\n}\n",
                CrashKind::kNullDereference);
  EXPECT_FALSE(unknown.frames[0].cannot_be);
  EXPECT_EQ(why_impossible(unknown), "");
  ASSERT_THAT(unknown.frames[0].preconditions, Not(IsEmpty()));
  EXPECT_FALSE(unknown.frames[0].preconditions[0].is_proven);
  EXPECT_THAT(unknown.counters.guessed, Not(IsEmpty()));
}

TEST_F(Backward, LooksIntoFewerCallsWhereAllPathsThroughThemAreGivenUp) {
  const char* const source = R"(
static int kind_of(int* text) {
  int sum = 0, i = 0;
  for (; text[i] != 0; ++i) text[i] = sum += text[i];
  return i > 100 ? 7 : 0;
}
int parse(int* text, int n) {
  if (kind_of(text) != 7) return 0;
  return 100 / n;  // 1
}
)";
  const Explanation found = explained(source, CrashKind::kArithmetic);
  ASSERT_THAT(found.frames[0].preconditions, SizeIs(1));
  EXPECT_THAT(words(found.frames[0].preconditions[0]), ElementsAre("n == 0", "(what kind_of returns) == 7"));
  EXPECT_TRUE(found.frames[0].preconditions[0].is_shallow);
  EXPECT_FALSE(found.frames[0].preconditions[0].is_proven);
  backward_.shallow = false;
  EXPECT_THAT(explained(source, CrashKind::kArithmetic).frames[0].preconditions, IsEmpty());
}

TEST_F(Backward, GivesUpALoopThatIsTooLongAndSaysSo) {
  const char* const source = "int f(int n) {\n int i = 0;\n while (i < n) ++i;\n return 7 / (i - 5);  // 1\n}\n";
  backward_.deepen = false;
  const Explanation found = explained(source, CrashKind::kArithmetic);
  EXPECT_THAT(found.frames[0].preconditions, IsEmpty());
  EXPECT_FALSE(found.frames[0].cannot_be);
  EXPECT_THAT(found.counters.given_up, Contains(testing::Key("a loop is gone through more than 2 times")));
  backward_.unroll = 5;
  const Explanation longer = explained(source, CrashKind::kArithmetic);
  ASSERT_THAT(longer.frames[0].preconditions, SizeIs(1));
  EXPECT_THAT(words(longer.frames[0].preconditions[0]), AllOf(Contains("n <= 5"), Contains("n >= 5")));
}

TEST_F(Backward, GoesThroughALoopAsOftenAsItTakes) {
  const Explanation found = explained(
      "int f(int n) {\n int i = 0;\n while (i < n) ++i;\n return 7 / (i - 9);  // 1\n}\n", CrashKind::kArithmetic);
  ASSERT_THAT(found.frames[0].preconditions, SizeIs(1));
  EXPECT_THAT(words(found.frames[0].preconditions[0]), AllOf(Contains("n <= 9"), Contains("n >= 9")));
  EXPECT_THAT(found.counters.given_up, Contains(testing::Key("a loop is gone through more than 9 times")));
}

TEST_F(Backward, GoesThroughFunctionsThatTheTraceLeavesOut) {
  const Explanation found = explained(
      "int inner(int n) {\n return 7 / n;  // 1\n}\n"
      "int middle(int n) { return inner(n - 3); }\n"
      "int outer(int n) {\n return n > 100 ? n : middle(n + 1);  // 2\n}\n",
      CrashKind::kArithmetic);
  ASSERT_THAT(found.frames, SizeIs(2));
  ASSERT_THAT(found.frames[1].preconditions, SizeIs(1));
  EXPECT_THAT(words(found.frames[1].preconditions[0]), Contains("n == 2"));
  // Others may lie in between.
  EXPECT_FALSE(found.frames[1].preconditions[0].is_proven);
}

TEST_F(Backward, ALockIsGrantedAndChangesNothingThatIsAskedFor) {
  const Explanation found = explained(
      "#include <pthread.h>\nint f(pthread_mutex_t* lock, const int* n) {\n if (pthread_mutex_lock(lock) != 0) return "
      "0;\n"
      " const int result = 7 / (*n - 3);  // 1\n pthread_mutex_unlock(lock);\n return result;\n}\n",
      CrashKind::kArithmetic);
  ASSERT_THAT(found.frames[0].preconditions, SizeIs(1));
  EXPECT_THAT(words(found.frames[0].preconditions[0]), Contains("*n == 3"));
  EXPECT_TRUE(found.frames[0].preconditions[0].is_proven);
}

TEST_F(Backward, AProductAndASumInOneStepAreBoth) {
  const Explanation found = explained("void f(float x, float y) {\n if (x * y + 1.0f > 7.0f)\n  throw 1;  // 1\n}\n",
                                      CrashKind::kCppException);
  ASSERT_THAT(found.frames[0].preconditions, SizeIs(1));
  EXPECT_THAT(found.counters.guessed, IsEmpty());
}

constexpr const char* kObject = R"(
#include <stdexcept>
#include <vector>
struct Item { int kind; Item* next; };
class Box {
 public:
  void add(int x) { items_.push_back(x); dirty_ = true; }
  int take();
  int first() const;
 private:
  std::vector<int> items_;
  bool dirty_ = false;
  Item* head_ = nullptr;
};
int Box::first() const {
  if (items_.empty()) throw std::out_of_range("empty");  // 1
  return items_[0];
}
int Box::take() {
  if (!dirty_) return 0;
  if (head_->next->kind == 3) return first();  // 2
  return 1;
}
int user(Box& box, char c) {
  if (c == ':') return box.take();  // 3
  return 0;
}
)";

TEST_F(Backward, GoesRoundALoopAsOftenAsItSays) {
  const Explanation found = explained(
      "int f(unsigned n) {\n unsigned s = 1;\n for (int i = 0; i < 5; ++i) s *= 3;\n return 7 / int(n - s);  // 1\n}\n",
      CrashKind::kArithmetic);
  ASSERT_THAT(found.frames[0].preconditions, SizeIs(1));
  EXPECT_THAT(words(found.frames[0].preconditions[0]), ElementsAre("n == 243"));
  EXPECT_TRUE(found.frames[0].preconditions[0].is_proven);
}

TEST_F(Backward, KnowsWhatAGrowingVectorAndAnAssignedTextHold) {
  const Explanation vector = explained(
      "#include <vector>\nint f(int x, int y) {\n std::vector<int> v;\n v.push_back(x);\n v.push_back(y);\n"
      " if (v.size() != 2 || v[0] != 5) return 0;\n return 7 / (v[1] - 8);  // 1\n}\n",
      CrashKind::kArithmetic);
  ASSERT_THAT(vector.frames[0].preconditions, Not(IsEmpty()));
  EXPECT_THAT(words(vector.frames[0].preconditions[0]), AllOf(Contains("y == 8"), Contains("x == 5")));
  EXPECT_FALSE(vector.frames[0].preconditions[0].is_proven);
  const Explanation text = explained(
      "#include <string>\nint f(const std::string& a) {\n std::string b;\n b = a;\n if (b.size() != 3) return 0;\n"
      " return 7 / (b[1] - 'x');  // 1\n}\n",
      CrashKind::kArithmetic);
  ASSERT_THAT(text.frames[0].preconditions, Not(IsEmpty()));
  EXPECT_THAT(words(text.frames[0].preconditions[0]),
              AllOf(Contains("a.size() == 3"), Contains(testing::HasSubstr("a.data()[1]"))));
}

TEST_F(Backward, KnowsAnEmptyText) {
  const Explanation text = explained(
      "#include <string>\nstruct Node { std::string name; int kind = 3; };\nint f(int n) {\n Node* node = new Node();\n"
      " if (!node->name.empty() || node->name.c_str()[0] != 0) return 0;\n return 7 / (node->kind - n);  // 1\n}\n",
      CrashKind::kArithmetic);
  ASSERT_THAT(text.frames[0].preconditions, SizeIs(1));
  EXPECT_THAT(words(text.frames[0].preconditions[0]), ElementsAre("n == 3"));
  EXPECT_TRUE(text.frames[0].preconditions[0].is_proven);
}

// Without checks `names[i] = 0` may well have been a write of `handler`: the path is left out, and nothing is proven by it.
TEST_F(Backward, AnIndexIsInBoundsAndProvesNothing) {
  const Explanation found = explained(
      "struct Table { int names[4]; int* handler; int last; };\nint f(Table& table, int i) {\n"
      " if (table.handler == nullptr) return 0;\n table.names[i] = 0;\n return *table.handler;  // 1\n}\n",
      CrashKind::kNullDereference);
  EXPECT_THAT(found.frames[0].preconditions, IsEmpty());
  EXPECT_FALSE(found.frames[0].cannot_be);
  EXPECT_THAT(found.counters.guessed, Not(IsEmpty()));
}

// What string::assign(const char*) does goes through _M_replace.
TEST_F(Backward, KnowsATextThatWasReplaced) {
  const Explanation text = explained(
      "#include <string>\nint f(std::string& b) {\n b = \"ab\";\n b.replace(1, 1, \"xyz\");\n"
      " if (b.size() != 4 || b[0] != 'a') return 0;\n return 7 / (b[3] - 'z');  // 1\n}\n",
      CrashKind::kArithmetic);
  ASSERT_THAT(text.frames[0].preconditions, Not(IsEmpty()));
  EXPECT_THAT(words(text.frames[0].preconditions[0]), IsEmpty());
}

constexpr const char* kFolded = R"(
enum Encoding { kLegacy, kUtf8 };
static int lower(int c, Encoding encoding) {
  if (encoding == kUtf8) {
    if (c < 128) return c >= 'A' && c <= 'Z' ? c + 32 : c;
    return c;
  }
  return c >= 'A' && c <= 'Z' ? c + 32 : c;
}
int f(const char* p, Encoding encoding) {
  const char* tag = "cdata[";
  while (*p && *tag && lower(*p, encoding) == lower(*tag, encoding)) {
    ++p;
    ++tag;
  }
  if (*tag) return 0;
  return 7 / (*p - ']');  // 1
}
)";

TEST_F(Backward, SumsUpSmallFunctionsInOneExpression) {
  const Explanation found = explained(kFolded, CrashKind::kArithmetic);
  ASSERT_THAT(found.frames[0].preconditions, SizeIs(1));
  EXPECT_THAT(words(found.frames[0].preconditions[0]), Contains("p[6] == ']'"));
  EXPECT_TRUE(found.frames[0].preconditions[0].is_proven);
  EXPECT_GE(found.counters.summed_up, 6U);
  EXPECT_LT(found.counters.paths, 200U);
}

TEST_F(Backward, ASummaryAsksForWhatItsFunctionReadsThrough) {
  const Explanation found = explained(
      "struct Node { int kind; Node* next; };\n"
      "static int kind_of(Node* node, bool deep) {\n if (deep) return node->next->kind;\n return node->kind;\n}\n"
      "int f(Node* node, bool deep) {\n return 7 / (kind_of(node, deep) - 3);  // 1\n}\n",
      CrashKind::kArithmetic);
  ASSERT_THAT(found.frames[0].preconditions, SizeIs(1));
  EXPECT_THAT(words(found.frames[0].preconditions[0]), Contains("node != nullptr"));
  EXPECT_EQ(found.counters.summed_up, 1U);
}

TEST_F(Backward, NothingIsWrittenIntoATableOfVirtualFunctions) {
  const Explanation found = explained(
      "struct Shape { virtual int sides() const { return 3; } virtual ~Shape() = default; };\n"
      "struct Square : Shape { int sides() const override { return 4; } };\n"
      "Shape* square() { return new Square; }\n"
      "int f(Shape* shape, Shape** slot) {\n *slot = shape;\n return 7 / (shape->sides() - 3);  // 1\n}\n",
      CrashKind::kArithmetic);
  ASSERT_THAT(found.frames[0].preconditions, SizeIs(1));
  EXPECT_THAT(words(found.frames[0].preconditions[0]), Contains("*shape->_vptr$Shape == &Shape::sides() const"));
}

TEST_F(Backward, GoesOutThroughTheFramesInTheWordsOfTheSource) {
  CrashReport report;
  report.kind = CrashKind::kCppException;
  report.exception_type = "std::out_of_range";
  const Explanation found = explained(kObject, report);
  EXPECT_THAT(found.candidates, ElementsAre("it gets to the throw of std::out_of_range"));
  ASSERT_THAT(found.frames, SizeIs(3));
  ASSERT_THAT(found.frames[2].preconditions, SizeIs(1));
  EXPECT_THAT(words(found.frames[2].preconditions[0]),
              ElementsAre("box.items_ is empty", "box.head_->next->kind == 3", "box.dirty_", "c == ':'",
                          "box.head_->next != nullptr", "box.head_ != nullptr"));
}

TEST_F(Backward, SaysInFewWordsWhatWouldTakeAllMemory) {
  const Explanation found = explained(
      "int f(unsigned n, unsigned m) {\n for (int i = 0; i < 30; ++i) n = n * (n >> 7) ^ m;\n return 7 / int(n);  // "
      "1\n}\n",
      CrashKind::kArithmetic);
  ASSERT_THAT(found.frames[0].preconditions, SizeIs(1));
  EXPECT_THAT(words(found.frames[0].preconditions[0]), ElementsAre("something long about n, m"));
}

TEST_F(Backward, FindsTheSameWithEachOptimisationOff) {
  CrashReport report;
  report.kind = CrashKind::kCppException;
  const Explanation all = explained(kObject, report);
  for (int off = 0; off < 8; ++off) {
    backward_.prune = off & 1;
    backward_.backtrack = off & 2;
    backward_.recognise = off & 4;
    const Explanation found = explained(kObject, report);
    ASSERT_THAT(found.frames, SizeIs(3));
    ASSERT_THAT(found.frames[2].preconditions, Not(IsEmpty())) << off;
    EXPECT_EQ(words(found.frames[2].preconditions[0]), words(all.frames[2].preconditions[0])) << off;
    EXPECT_GE(found.counters.paths, all.counters.paths) << off;
  }
}

TEST_F(Backward, EntersWhatTheLineCallsOfTheLibrary) {
  CrashReport report;
  report.kind = CrashKind::kCppException;
  report.exception_type = "std::out_of_range";
  const Explanation found = explained(
      "#include <vector>\nint f(const std::vector<int>& v, unsigned long i) {\n  return v.at(i);  // 1\n}\n", report);
  ASSERT_THAT(found.frames[0].preconditions, SizeIs(1));
  EXPECT_THAT(words(found.frames[0].preconditions[0]), ElementsAre("(unsigned)v.size() <= i"));
}

TEST_F(Backward, KnowsWhatWasAllocatedAndCopied) {
  const Explanation found = explained(R"(
#include <cstdlib>
#include <cstring>
void f(const char* text, unsigned long n) {
  char* copy = static_cast<char*>(malloc(16));
  memcpy(copy, text, n);  // 1
  free(copy);
}
)",
                                      CrashKind::kHeapOverflow);
  ASSERT_THAT(found.frames[0].preconditions, Not(IsEmpty()));
  EXPECT_THAT(words(found.frames[0].preconditions[0]), Contains("n >= 17u"));
}

}  // namespace
}  // namespace reenact
