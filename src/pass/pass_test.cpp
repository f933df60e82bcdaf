// Compiles snippets with the plugin, links them with the small runtime of testdata/ that prints what the
// probes say.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

#include "base/process.h"
#include "program/passed_arguments.h"
#include "program/program_model_reader.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

class Pass : public testing::Test {
 protected:
  Pass() {
    std::string name = (fs::temp_directory_path() / "reenact_pass_XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~Pass() override { fs::remove_all(folder_); }

  /// Builds `code` (file name decides the language) instrumented and runs it: what it printed.
  std::string run(const std::string& file, const std::string& code, std::vector<std::string> flags = {}) {
    const fs::path source = folder_ / file;
    std::ofstream(source) << code;
    const std::string compiler = source.extension() == ".c" ? "clang-19" : "clang++-19";
    std::vector<std::string> compile{compiler,
                                     "-O1",
                                     "-gline-tables-only",
                                     "-w",
                                     "-fno-omit-frame-pointer",
                                     "-fpass-plugin=" REENACT_BINARY_DIR "/lib/reenact/libreenact_pass.so",
                                     "-c",
                                     source.string(),
                                     "-o",
                                     source.string() + ".o"};
    compile.insert(compile.end(), flags.begin(), flags.end());
    ProcessOptions options;
    options.environment = {"REENACT_ROOTS=" + folder_.string(), "REENACT_MODEL_OUT=" + model_file().string()};
    if (const std::string words = words_of(compile, options); !words.empty()) return words;
    std::vector<std::string> link{"clang++-19",
                                  "-std=c++20",
                                  "-w",
                                  "-I" REENACT_SOURCE_DIR "/src",
                                  REENACT_SOURCE_DIR "/src/pass/testdata/printing_runtime.cpp",
                                  source.string() + ".o",
                                  "-o",
                                  (folder_ / "program").string(),
                                  "-lpthread"};
    link.insert(link.end(), flags.begin(), flags.end());
    if (const std::string words = words_of(link, {}); !words.empty()) return words;
    const auto result = run_process({(folder_ / "program").string()});
    return result ? result->out : result.error().message;
  }

  [[nodiscard]] fs::path model_file() const { return folder_ / "model"; }
  [[nodiscard]] ProgramModel model() const {
    auto result = read_program_model({model_file()});
    if (!result) throw std::runtime_error(result.error().message);
    return std::move(*result);
  }
  /// What `caller` passes to `callee` in its first such call: "object; 0,1 whole".
  [[nodiscard]] std::string passed(std::string_view caller, std::string_view callee) const {
    const auto functions = read_passed_arguments({model_file()});
    if (!functions) return functions.error().message;
    for (const PassingFunction& function : *functions)
      for (const PassingCall& call : function.calls)
        if (function.name.starts_with(caller) && call.callee.starts_with(callee)) return in_words(call);
    return "no such call";
  }
  static std::string in_words(const PassingCall& call) {
    static constexpr const char* kKinds[] = {"?", "null", "object", "own", "fresh"};
    std::vector<std::string> words;
    for (const PassedPointer& each : call.pointers) words.emplace_back(kKinds[static_cast<int>(each.kind)]);
    for (const PassedPair& each : call.pairs)
      words.push_back(fmt::format("{},{} {}{}{}", each.pointer, each.number,
                                  each.is_own     ? fmt::format("own {},{}", each.own_pointer, each.own_number)
                                  : each.is_whole ? "whole"
                                                  : "part",
                                  each.in_elements ? " elements" : "", each.in_bytes ? " bytes" : ""));
    return fmt::format("{}", fmt::join(words, "; "));
  }
  static const Function& function(const ProgramModel& program, std::string_view name) {
    for (const Function& each : program.functions)
      if (each.name == name) return each;
    throw std::runtime_error("no function " + std::string(name));
  }

  fs::path folder_;

 private:
  static std::string words_of(const std::vector<std::string>& command, const ProcessOptions& options) {
    const auto result = run_process(command, options);
    if (!result) return result.error().message;
    return result->exit_status == 0 ? "" : result->err;
  }
};

TEST_F(Pass, ShadowStackNamesFunctionsAndLinesOfTheCalls) {
  EXPECT_EQ(run("a.c", R"(void show(void);
static void inner(int n) {
  show();
}
void outer(int n) {
  if (n > 0)
    outer(n - 1);
  else
    inner(n);
}
int main(void) {
  outer(1);
  show();
  return 0;
}
)"),
            "inner:3 outer:9 outer:7 main:12\nmain:13\n");
}

TEST_F(Pass, StructsThatCallersHaveSetUp) {
  run("a.c", R"(#include <string.h>
struct walk { int depth; void* at; };
void start(struct walk* w);
int step(struct walk* w);
int first(void) { struct walk w; start(&w); while (step(&w)) start(&w); return w.depth; }
int zeroed(void) { struct walk w; memset(&w, 0, sizeof w); start(&w); return step(&w); }
int filled(void) { struct walk w; w.depth = 1; start(&w); return step(&w); }
int given(struct walk* w) { start(w); return step(w); }
int main(void) { return first() + zeroed() + filled(); }
)");
  EXPECT_EQ(passed("first", "start"), "fresh");
  EXPECT_EQ(passed("first", "step"), "object");
  EXPECT_EQ(passed("zeroed", "start"), "fresh");
  EXPECT_EQ(passed("filled", "start"), "object");
  EXPECT_EQ(passed("given", "start"), "own");
}

TEST_F(Pass, LengthsThatCallersPass) {
  run("a.c", R"(#include <stdlib.h>
#include <string.h>
struct box { char* bytes; int used; char name[8]; };
int fold(const void* from, long k);
int texts(const char* s) { return fold(s, strlen(s)); }
int arrays(void) { char name[32]; fold(name, 0); memset(name, 0, 32); return fold(name + 0, sizeof name); }
int parts(void) { char name[32]; memset(name, 0, 32); return fold(name, 31); }
int beyond(void) { char name[32]; memset(name, 0, 32); return fold(name, 33); }
int numbers(void) { int all[4] = {1}; return fold(all, sizeof all); }
int counted(void) { int all[4] = {1}; return fold(all, 4); }
int made(long n) { char* all = malloc(n); return fold(all, n); }
int own(int k, const char* from) { return fold(from, k); }
int rest(const char* from, long k, long at) { return fold(from + at, k - at); }
int up_to(const char* from, const char* end) { return fold(from, end - from); }
int fields(struct box* box) { return fold(box->bytes, box->used); }
int member(struct box* box) { return fold(box->name, sizeof box->name); }
int literal(void) { return fold("abc", 3); }
int other(const char* from, long* k) { return fold(from, *k); }
int fold(const void* from, long k) { return from != 0 && k; }
int main(void) { return 0; }
)");
  EXPECT_EQ(passed("texts", "fold"), "own; ?; 0,1 whole elements bytes");
  EXPECT_EQ(passed("arrays", "fold"), "object; ?; 0,1 part");
  EXPECT_EQ(passed("parts", "fold"), "object; ?; 0,1 part");
  EXPECT_EQ(passed("beyond", "fold"), "object; ?");
  EXPECT_EQ(passed("numbers", "fold"), "object; ?; 0,1 whole bytes");
  EXPECT_EQ(passed("counted", "fold"), "object; ?; 0,1 whole elements");
  EXPECT_EQ(passed("made", "fold"), "?; ?; 0,1 whole bytes");
  EXPECT_EQ(passed("own", "fold"), "own; ?; 0,1 own 1,0");
  EXPECT_EQ(passed("rest", "fold"), "own; ?; 0,1 own 0,1");
  EXPECT_EQ(passed("up_to", "fold"), "own; ?; 0,1 whole elements bytes");
  EXPECT_EQ(passed("fields", "fold"), "?; ?; 0,1 part");
  EXPECT_EQ(passed("member", "fold"), "object; ?; 0,1 whole elements bytes");
  EXPECT_EQ(passed("literal", "fold"), "object; ?; 0,1 whole elements bytes");
  EXPECT_EQ(passed("other", "fold"), "own; ?");
}

TEST_F(Pass, LengthsThatCallersAskOfContainers) {
  run("a.cpp", R"(#include <string>
#include <vector>
extern "C" int fold(const void* from, unsigned long k) { return from && k; }
extern "C" int texts(const std::string& s) { return fold(s.data(), s.size()); }
extern "C" int others(const std::string& s, const std::string& t) { return fold(s.data(), t.size()); }
extern "C" int numbers(std::vector<int>& v) { return fold(v.data(), v.size() * sizeof(int)); }
extern "C" int counted(std::vector<int>& v) { return fold(&v[0], v.size()); }
int main() {}
)");
  EXPECT_EQ(passed("texts", "fold"), "object; ?; 0,1 whole elements bytes");
  EXPECT_EQ(passed("others", "fold"), "object; ?");
  EXPECT_EQ(passed("numbers", "fold"), "object; ?; 0,1 whole bytes");
  EXPECT_EQ(passed("counted", "fold"), "object; ?; 0,1 whole elements");
}

TEST_F(Pass, WhatCallersDoAgainstNull) {
  run("a.c", R"(#include <assert.h>
#include <stdlib.h>
struct box { int used; struct box* next; };
void use(struct box* box);
struct box* find(void);
void address(void) { struct box box = {0}; use(&box); }
void unchecked(void) { use(find()); }
void checked(void) { struct box* box = find(); if (!box) return; use(box); }
void next(struct box* box) { if (box->next) use(box->next); }
void null(void) { use(NULL); }
void maybe_null(int k) { struct box box = {0}; use(k ? &box : NULL); }
void handed_on(struct box* box) { use(box); }
void asks(struct box* box) { if (box == NULL) return; box->used = 1; }
void asserts(struct box* box) { assert(box); box->used = 1; }
void walks(struct box* box) { while (box) box = box->next; }
void frees(struct box* box) { free(box); }
void use(struct box* box) { box->used = 1; }
struct box* find(void) { return NULL; }
void rings(int times, void (*back)(int)) { while (times-- > 0) back(times); }
int either(struct box* box, int k) { if (k) return box->used; box->next = find(); return 0; }
int seldom(struct box* box, int k) { return k ? box->used : 0; }
int main(void) { return 0; }
)");
  EXPECT_EQ(passed("address", "use"), "fresh");
  EXPECT_EQ(passed("unchecked", "use"), "?");
  EXPECT_EQ(passed("checked", "use"), "object");
  EXPECT_EQ(passed("next", "use"), "object");
  EXPECT_EQ(passed("null", "use"), "null");
  EXPECT_EQ(passed("maybe_null", "use"), "null");
  EXPECT_EQ(passed("handed_on", "use"), "own");
  const auto functions = read_passed_arguments({model_file()});
  ASSERT_TRUE(functions);
  std::vector<std::string> providing, using_it;
  for (const PassingFunction& each : *functions) {
    if (!each.uses.empty()) using_it.push_back(each.name);
    if (!each.provides_for_null.empty()) providing.push_back(each.name);
    EXPECT_EQ(each.calls_back, each.name == "rings" ? std::vector{1u} : std::vector<std::uint32_t>()) << each.name;
  }
  EXPECT_THAT(providing, testing::ElementsAre("asks", "walks", "frees"));
  EXPECT_THAT(using_it, testing::UnorderedElementsAre("use", "next", "either"));
}

TEST_F(Pass, WhatAFunctionFills) {
  run("a.c", R"(#include <string.h>
void other(int* out);
static void inner(int* out, int n) { for (int i = 0; i < n; ++i) out[i] = n; }
void one(int* out) { *out = 1; }
void many(int* out, int n) { while (n-- > 0) *out++ = n; }
void fourth(int* out) { out[3] = 1; }
void handed_on(int* out, int n) { if (out == NULL) return; for (int k = 0; k < n; ++k, out += 2) inner(out, 2); }
void zeros(int n, int* out) { memset(out, 0, n * sizeof *out); }
void copied(int* to, const int* from) { memcpy(to, from, 4 * sizeof *to); }
int counts(int* out, int n) { int* end = out; while (n-- > 0) *end++ = n; return end - out; }
int sums(int* out, int n) { out[n] = 1; return out[0]; }
void to_another(int* out) { out[1] = 1; other(out); }
int* keeps(int* out) { out[1] = 1; return out; }
void other(int* out) { *out = 2; }
int main(void) { return 0; }
)");
  const auto functions = read_passed_arguments({model_file()});
  ASSERT_TRUE(functions);
  std::vector<std::string> filling;
  for (const PassingFunction& each : *functions)
    for (const std::uint32_t k : each.fills)
      filling.push_back(each.name.substr(0, each.name.find('.')) + std::to_string(k));
  EXPECT_THAT(filling, testing::UnorderedElementsAre("inner0", "many0", "fourth0", "handed_on0", "zeros1", "copied0",
                                                     "counts0", "to_another0"));
}

TEST_F(Pass, WhatAFunctionHandsOn) {
  run("a.c", R"(#include <stdlib.h>
struct pool { void (*give_back)(void* what); };
void pool_free(struct pool* pool, void* what, int size) { pool->give_back(what); }
void gone(char* text) { free(text); }
void gone_if_there(char* text) { if (text == NULL) return; text[0] = 0; free(text); }
void maybe(char* text, int last) { if (last) free(text); }
void part(struct pool** pools) { free(*pools); }
void to_pool(struct pool* pool, char* text) { if (text) pool_free(pool, text, 1); }
int main(void) { return 0; }
)");
  const auto functions = read_passed_arguments({model_file()});
  ASSERT_TRUE(functions);
  std::vector<std::string> handed;
  for (const PassingFunction& each : *functions)
    for (const HandedOn& one : each.hands_on)
      handed.push_back(
          fmt::format("{}{} {}{}{}", each.name, one.own, one.callee, one.argument, one.is_last_pointer ? " last" : ""));
  EXPECT_THAT(handed, testing::UnorderedElementsAre("gone0 free0 last", "gone_if_there0 free0 last",
                                                    "to_pool1 pool_free1 last"));
}

TEST_F(Pass, LandingPadsRestoreTheirOwnDepth) {
  EXPECT_EQ(run("a.cpp", R"(extern "C" void show();
struct Guard { ~Guard() {
  show();
} };
void thrower(int n) {
  Guard guard;
  if (n == 0) throw 7;
  thrower(n - 1);
}
int main() {
  try {
    thrower(1);
  } catch (int) {
    show();
  }
  show();
}
)"),
            "Guard::~Guard():3 thrower(int):9 thrower(int):8 main:12\nGuard::~Guard():3 thrower(int):9 "
            "main:12\nmain:14\nmain:16\n");
}

TEST_F(Pass, LongjmpReturnsToItsFrame) {
  EXPECT_EQ(run("a.c", R"(#include <setjmp.h>
void show(void);
static jmp_buf place;
static void deep(int n) {
  if (n == 0) longjmp(place, 1);
  deep(n - 1);
}
int main(void) {
  if (setjmp(place) == 0)
    deep(5);
  show();
  return 0;
}
)"),
            "main:11\n");
}

TEST_F(Pass, LineOfAFaultingLoadIsKnown) {
  EXPECT_EQ(run("a.c", R"(void on_fault(void);
struct Pair { int first, second; };
static int sum(struct Pair* a, struct Pair* b) {
  return a->first +
         b->second;
}
int main(void) {
  on_fault();
  struct Pair one = {1, 2};
  return sum(&one, 0);
}
)"),
            "sum:5 main:10\n");
}

TEST_F(Pass, LineOfAThrowOfTheStandardLibrarysIsKnownWhereTwoAreInlined) {
  EXPECT_THAT(run("a.cpp", R"(#include <cstdlib>
#include <exception>
#include <string>
extern "C" void show();
static int sum(const std::string& text, std::size_t a, std::size_t b) {
  int n = text.at(a);
  return n + text.at(b);
}
int main(int argc, char**) {
  std::set_terminate([] { show(); std::exit(0); });
  return sum("ab", 0, argc + 7);
}
)"),
              testing::HasSubstr("unsigned long):7 main:11\n"));
}

TEST_F(Pass, FramesOfInlinedFunctionsAreThereWhereTheyFault) {
  const char* code = R"(extern "C" void on_fault();
extern "C" void show();
struct Pair {
  int first, second;
  int get() const { return second; }
  int twice() const {
    int a = get();
    return a + get();
  }
};
static inline int of_both(const Pair* a, const Pair* b) {
  int n = a->twice();
  n += b->twice();
  return n;
}
int main() {
  on_fault();
  Pair one = {1, 2};
  show();
  return of_both(&one, nullptr);
}
)";
  EXPECT_EQ(run("a.cpp", code, {"-fno-delete-null-pointer-checks"}),
            "main:19\nPair::get() const:5 Pair::twice() const:7 of_both(Pair const*, Pair const*):13 main:20\n");
}

TEST_F(Pass, CatchingBehindInlinedFunctionsRestoresTheDepth) {
  EXPECT_EQ(run("a.cpp", R"(extern "C" void show();
static inline int check(int n) {
  if (n > 3) throw n;
  return n;
}
static inline int guarded(int n) {
  try {
    return check(n);
  } catch (int) {
    show();
    return check(1);
  }
}
int main(int argc, char**) {
  int n = guarded(argc);
  n += guarded(argc + 4);
  show();
  return n - 2;
}
)"),
            "guarded(int):10 main:16\nmain:17\n");
}

TEST_F(Pass, FramesOfFunctionsInlinedIntoForeignOnesComeAndGo) {
  EXPECT_EQ(run("a.cpp", R"(#include <functional>
extern "C" void show();
static int called = 0;
int main() {
  std::function<void()> call = [] {
    ++called;
    show();
  };
  call();
  show();
}
)"),
            "main::$_0::operator()() const:7 main:9\nmain:10\n");
}

TEST_F(Pass, LineOfALoopThatBecameOneCallIsKnown) {
  EXPECT_EQ(run("a.c", R"(void on_fault(void);
static void copy(char* restrict to, const char* restrict from, unsigned long n) {
  unsigned long i;
  for (i = 0; i != n; ++i)
    to[i] = from[i];
}
int main(int argc, char** argv) {
  on_fault();
  copy(0, argv[0], argc + 600);
  return 0;
}
)",
                {"-fno-delete-null-pointer-checks"}),
            "copy:5 main:9\n");
}

TEST_F(Pass, LineOfALoopWithoutEndIsKnown) {
  EXPECT_EQ(run("a.c", R"(#include <signal.h>
#include <unistd.h>
void on_fault(void);
static int same(int a, int b) { return a == b; }
static int spin(int n) {
  volatile int one = n;
  while (same(one, n)) {
  }
  return one;
}
int main(int argc, char** argv) {
  on_fault();
  alarm(1);
  return spin(argc);
}
)"),
            "spin:7 main:14\n");
}

TEST_F(Pass, ForeignFunctionsBearFramesOnlyForWhatIsInlined) {
  EXPECT_EQ(run("a.cpp", R"(extern "C" void show();
static int called = 0;
__attribute__((noinline)) void between() {
  show();
}
static inline void twice() {
  ++called;
  show();
}
extern "C" void foreign();
int main() {
  foreign();
}
#line 1 "/foreign.h"
extern "C" __attribute__((noinline)) void foreign() { twice(); between(); twice(); }
)"),
            "twice():8 main:12\nbetween():4 main:12\ntwice():8 main:12\n");
}

TEST_F(Pass, WhatIsAlwaysInlinedIsCalledUnlessItIsAGetter) {
  EXPECT_EQ(run("a.c", R"(#include <stdio.h>
#define INLINE static inline __attribute__((always_inline))
INLINE void* getter(void) { return __builtin_frame_address(0); }
INLINE void* worker(int n) {
  for (int i = 0; i < n; ++i) putchar(i % 3 == 0 ? 'x' : 'y');
  return __builtin_frame_address(0);
}
int main(void) {
  void* const own = __builtin_frame_address(0);
  printf("%d", getter() == own);
  printf("%d", worker(2) == own);
}
)"),
            "1xy0");
}

TEST_F(Pass, LongjmpReturnsToItsLine) {
  EXPECT_EQ(run("a.c", R"(#include <setjmp.h>
void show(void);
static jmp_buf place;
int main(void) {
  if (setjmp(place) == 0) {
    show();
    longjmp(place, 1);
  }
  show(); show();
  return 0;
}
)"),
            "main:6\nmain:9\nmain:9\n");
}

TEST_F(Pass, ForeignHandlersSeeNoFrameOfWhatThrew) {
  EXPECT_EQ(
      run("a.cpp", R"(#include <memory>
extern "C" void show();
struct Fragile {
  explicit Fragile(int n) { value = n; }
  __attribute__((noinline)) Fragile(const Fragile& other) {
    if (other.value == 2) throw 7;
    value = other.value;
  }
  ~Fragile() {
    show();
  }
  int value;
};
int main() {
  Fragile from[2] = {Fragile(1), Fragile(2)};
  alignas(Fragile) char to[2 * sizeof(Fragile)];
  try {
    std::uninitialized_copy(from, from + 2, reinterpret_cast<Fragile*>(to));
  } catch (int) {
    show();
  }
}
)"),
      "Fragile::~Fragile():10 main:18\nmain:20\nFragile::~Fragile():10 main:22\nFragile::~Fragile():10 main:22\n");
}

TEST_F(Pass, OneSiteTellsAllLinesOfALoop) {
  EXPECT_EQ(run("a.c", R"(void show(void);
static inline int step(int n) {
  if (n > 1)
    show();
  return n - 1;
}
int main(int argc, char** argv) {
  for (int i = argc + 2; i > 0;)
    i = step(i);
  show();
  return step(argc + 1);
}
)"),
            "step:4 main:9\nstep:4 main:9\nmain:10\nstep:4 main:11\n");
}

TEST_F(Pass, LineOfAnUndefinedBehaviourTrapIsKnown) {
  EXPECT_EQ(run("a.c", R"(void on_fault(void);
int shift(int a, int b, int c) {
  int d = a << b;
  return d
         << c;
}
int main(int argc, char** argv) {
  on_fault();
  return shift(1, argc, argc + 40);
}
)",
                {"-fsanitize=shift", "-fsanitize-trap=shift", "-mllvm", "-ubsan-unique-traps"}),
            "shift:5 main:9\n");
}

TEST_F(Pass, DistancesCarryTheOperandsOfComparisons) {
  EXPECT_EQ(run("a.cpp", R"(extern "C" void enable(const char*);
int g;
void numbers(int a, unsigned b, double c, char* p, signed char s) {
  if (a < 10) g = 1;
  if (b > 3000000000u) g = 2;
  if (c == 0.5) g = 3;
  if (p != nullptr) g = 4;
  if (!(s == -1)) g = 5;
}
int main() {
  enable("numbers");
  numbers(-4, 7, 2.0, nullptr, -3);
}
)"),
            // LLVM predicates: 40 slt, 34 ugt, 1 oeq, 33 ne, 32 eq; clang itself turns "!" round by swapping
            // the successors
            "numbers 0 int 40 -4 10\nnumbers 2 uint 34 7 3000000000\nnumbers 4 float 1 2 0.5\nnumbers 6 uint "
            "33 0 0\n"
            "numbers 8 int 32 -3 -1\n");
}

TEST_F(Pass, NothingIsReportedUntilEnabled) {
  EXPECT_EQ(run("a.c", R"(int g;
void f(int a) { if (a > 3) g = 1; }
int main(void) { f(5); return 0; }
)"),
            "");
}

TEST_F(Pass, TextComparisonsShowTheTexts) {
  EXPECT_EQ(run("a.cpp", R"(#include <cstring>
#include <string>
#include <string_view>
extern "C" void enable(const char*);
int g;
void texts(const char* c, const std::string& s, std::string_view v) {
  if (strcmp(c, "alpha") == 0) g = 1;
  if (strncmp(c, "beta", 3)) g = 2;
  if (!memcmp(c, "ga", 2)) g = 3;
  if (s == "delta") g = 4;
  if (s != std::string("epsilon")) g = 5;
  if (v == "zeta") g = 6;
  if (s.compare("eta") != 0) g = 7;
}
int main() {
  enable("texts");
  texts("one", "two", "three");
}
)",
                {"-std=c++17"}),
            // The true edge is the first successor, and clang turns "!memcmp" round by swapping them.
            "texts 0 strings one/alpha equal\ntexts 2 text one/beta 3 nul different\ntexts 4 text one/ga 2 "
            "all different\n"
            "texts 6 strings two/delta equal\ntexts 10 strings two/epsilon different\ntexts 12 strings "
            "three/zeta equal\n"
            "texts 14 strings two/eta different\n");
}

TEST_F(Pass, SwitchListsItsCasesInSuccessorOrder) {
  EXPECT_EQ(run("a.c", R"(void enable(const char*);
int g;
void choose(signed char c) {
  switch (c) {
    case 'a': g = 1; break;
    case -2: g = 2; break;
    default: g = 3;
  }
}
int main(void) { enable("choose"); choose('b'); return 0; }
)"),
            "choose 0 switch 98: 97 -2\n");
}

TEST_F(Pass, BlocksHitAreMarkedAndNumberedAsInTheModel) {
  const std::string hits = run("a.c", R"(void enable(const char*);
void show_hits(const char*);
int g;
void f(int a) {
  if (a > 3)
    g = 1;
  else
    g = 2;
  g += 3;
}
int main(void) {
  f(5);
  show_hits("f");
  return 0;
}
)");
  EXPECT_EQ(hits, "f 1101\n");
  const ProgramModel program = model();
  const Function& f = function(program, "f");
  ASSERT_EQ(f.blocks.size(), 4u);
  EXPECT_EQ(f.first_line, Line(4u));
  EXPECT_EQ(f.brace_line, Line(4u));
  EXPECT_EQ(f.last_line, Line(10u));
  EXPECT_EQ(f.edge_count, 2u);
  EXPECT_EQ(f.blocks[0].successors, (std::vector{BlockId(1u), BlockId(2u)}));
  EXPECT_EQ(f.blocks[1].lines, std::vector{Line(6u)});
  EXPECT_EQ(f.blocks[2].lines, std::vector{Line(8u)});
  EXPECT_EQ(f.blocks[3].lines, (std::vector{Line(9u), Line(10u)}));
}

TEST_F(Pass, VirtualCallsAndVtablesHaveSlots) {
  ASSERT_EQ(run("a.cpp", R"(struct Big { long a[9]; };
struct A { virtual ~A(); virtual int first(); virtual Big second(); };
struct B { virtual ~B(); virtual int other(int); };
struct C : A, B { ~C() override; int first() override; Big second() override; int other(int) override; int plain(); };
A::~A() {}
int A::first() { return 1; }
Big A::second() { return {}; }
B::~B() {}
int B::other(int x) { return x; }
C::~C() {}
int C::first() { return 2; }
Big C::second() { return {}; }
int C::other(int x) { return x + 1; }
int C::plain() { return 3; }
int call_first(A* a) { return a->first(); }
long call_second(A* a) { return a->second().a[0]; }
int call_other(B* b) { return b->other(4); }
int call_member(C* c, int (C::*member)()) { return (c->*member)(); }
int call_plain(C* c) { return call_member(c, &C::plain); }
int main() { C c; return call_first(&c) + call_second(&c) + call_other(&c) + call_plain(&c); }
)"),
            "");
  const ProgramModel program = model();
  const auto slots = [&](const char* name) { return function(program, name).slots; };
  using Slots = std::vector<std::uint32_t>;
  EXPECT_EQ(slots("A::first()"), Slots{2});  // behind two destructors
  EXPECT_EQ(slots("C::first()"), Slots{2});
  EXPECT_EQ(slots("C::second()"), Slots{3});
  EXPECT_EQ(slots("B::other(int)"), Slots{2});
  EXPECT_EQ(slots("C::other(int)"), (Slots{2, 4}));              // by its thunk, and behind what A has
  EXPECT_FALSE(program.find("_ZThn8_N1C5otherEi").has_value());  // which has no frame
  EXPECT_EQ(slots("C::plain()"), Slots());
  EXPECT_TRUE(function(program, "C::plain()").is_address_taken);
  EXPECT_FALSE(function(program, "C::first()").is_address_taken);
  EXPECT_EQ(function(program, "call_first(A*)").calls.at(0).slot, 2u);
  EXPECT_EQ(function(program, "call_second(A*)").calls.at(0).slot, 3u);  // its object is the second argument
  EXPECT_EQ(function(program, "call_other(B*)").calls.at(0).slot, 2u);
  EXPECT_EQ(function(program, "call_member(C*, int (C::*)())").calls.at(0).slot, std::nullopt);
}

TEST_F(Pass, ModelHoldsWhichFunctionsAFieldPointsTo) {
  ASSERT_EQ(run("a.cpp", R"(struct Ops { int length; int (*send)(int); int (*receive)(int); };
struct Pair { const char* name; Ops ops; };
struct Hook { int (*call)(int); int (*given)(int); };
static int tcp_send(int x) { return x; }
static int tcp_receive(int x) { return x + 1; }
static int rtu_send(int x) { return x + 2; }
static int once(int x) { return x + 3; }
static int twice(int x) { return x + 4; }
static const Ops tcp = {7, tcp_send, tcp_receive};
static const Pair pairs[] = {{"rtu", {1, rtu_send, nullptr}}};
void set(Hook& hook, int (*given)(int), bool is_twice) {
  hook.call = is_twice ? twice : once;
  hook.given = given;
}
int use(const Ops& ops, const Hook& hook) { return ops.send(1) + hook.call(2) + hook.given(3); }
int main() { Hook hook{}; set(hook, once, false); return use(tcp, hook) + use(pairs[0].ops, hook); }
)"),
            "");
  const ProgramModel program = model();
  const auto fields = [&](const std::string& name) {
    std::vector<std::string> names;
    for (const Function& each : program.functions)
      if (each.name.starts_with(name + "("))
        for (const FieldId field : each.held_in) names.push_back(program.fields[field.index()]);
    return names;
  };
  EXPECT_THAT(fields("tcp_send"), testing::ElementsAre("struct.Ops:1"));
  EXPECT_THAT(fields("tcp_receive"), testing::ElementsAre("struct.Ops:2"));
  EXPECT_THAT(fields("rtu_send"), testing::UnorderedElementsAre("struct.Ops:1", "struct.Pair:1.1"));
  EXPECT_THAT(fields("once"), testing::ElementsAre("struct.Hook:0"));
  EXPECT_THAT(fields("twice"), testing::ElementsAre("struct.Hook:0"));  // nothing is known of what is given
  const std::vector<CallSite>& calls = function(program, "use(Ops const&, Hook const&)").calls;
  ASSERT_EQ(calls.size(), 3u);
  EXPECT_EQ(program.fields[calls[0].field.value().index()], "struct.Ops:1");
  EXPECT_EQ(program.fields[calls[1].field.value().index()], "struct.Hook:0");
}

TEST_F(Pass, ModelHoldsCallsConstantsAndAbnormalEnds) {
  ASSERT_EQ(run("a.cpp", R"(#include <cstdlib>
struct Widget {
  Widget(int size);
  virtual void draw();
  int size;
};
Widget::Widget(int s) : size(s) {
  if (s == 77) throw "too big";
}
void Widget::draw() { if (size < 0) abort(); }
static void local(Widget& w) { w.draw(); }
void use() { Widget w(42); local(w); }
int main() { use(); }
)"),
            "");
  const ProgramModel program = model();
  const Function& use = function(program, "use()");
  ASSERT_EQ(use.calls.size(), 2u);
  // The alias C1 is known as the function it stands for, C2.
  EXPECT_EQ(use.calls[0].callee, "_ZN6WidgetC2Ei");
  EXPECT_EQ(use.calls[0].line, Line(12u));
  EXPECT_EQ(use.integers, std::vector<std::int64_t>{42});
  const Function& local = function(program, "local(Widget&)");
  EXPECT_TRUE(local.is_internal);
  EXPECT_EQ(use.calls[1].callee, local.linkage_name);
  EXPECT_EQ(local.linkage_name.substr(0, 23), "_ZL5localR6Widget.unit.");
  ASSERT_EQ(local.calls.size(), 1u);
  EXPECT_EQ(local.calls[0].callee, "");  // virtual
  const Function& draw = function(program, "Widget::draw()");
  EXPECT_FALSE(draw.is_address_taken);
  EXPECT_EQ(draw.slots, std::vector<std::uint32_t>{0});
  EXPECT_EQ(local.calls[0].slot, 0u);
  EXPECT_EQ(local.calls[0].signature, draw.signature);
  EXPECT_FALSE(use.is_address_taken);
  const Function& constructor = function(program, "Widget::Widget(int)");
  EXPECT_EQ(constructor.strings, std::vector<std::string>{"too big"});
  EXPECT_FALSE(constructor.is_address_taken);  // its alias C1 is only another name
  EXPECT_THAT(constructor.integers, testing::Contains(77));
  EXPECT_EQ(std::ranges::count(constructor.blocks, true, &Block::throws_or_aborts), 1);
  EXPECT_EQ(program.find("_ZN6WidgetC1Ei"), constructor.id);
  EXPECT_EQ(program.find("_ZL5localR6Widget"), local.id);
}

TEST_F(Pass, ModelHoldsWhatIsStoredInFieldsAndAskedOfThem) {
  ASSERT_EQ(run("a.cpp", R"(struct Text {
  void mark(int flags) { flags_ = flags | 0x100; }
  void clear() { flags_ = 0; }
  bool is_open() const { return open_; }
  int length() const;
  int flags_ = 2;
  bool open_ = false;
};
int Text::length() const {
  if (flags_ & 0x100) return 1;
  if (is_open()) return 2;
  if (flags_ % 7 > flags_ / 9) return 3;
  return 4;
}
void use(Text& t) { t.mark(1); t.clear(); }
int main() { Text t; use(t); return t.length() - 4; }
)"),
            "");
  const ProgramModel program = model();
  ASSERT_THAT(program.fields, testing::UnorderedElementsAre("struct.Text:0", "struct.Text:1"));
  const auto name_of = [&](FieldId field) { return program.fields.at(field.index()); };

  const Function& mark = function(program, "Text::mark(int)");
  ASSERT_EQ(mark.stores.size(), 1u);
  EXPECT_EQ(name_of(mark.stores[0].field), "struct.Text:0");
  EXPECT_EQ(mark.stores[0].value.ones, 0x100u);
  EXPECT_EQ(mark.stores[0].value.zeros & 0xffffffff, 0u);
  const Function& clear = function(program, "Text::clear()");
  ASSERT_EQ(clear.stores.size(), 1u);
  EXPECT_EQ(clear.stores[0].value.zeros & 0xffffffff, 0xffffffffu);

  const Function& is_open = function(program, "Text::is_open() const");
  ASSERT_TRUE(is_open.accessor.has_value());
  EXPECT_EQ(name_of(*is_open.accessor), "struct.Text:1");

  const Function& length = function(program, "Text::length() const");
  ASSERT_FALSE(length.tests.empty());
  EXPECT_EQ(name_of(length.tests[0].field), "struct.Text:0");
  EXPECT_EQ(length.tests[0].comparison, (Comparison{"ne", 0x100, 0, 32}));
  EXPECT_EQ(length.tests.back().comparison,
            Comparison{});  // flags_ % 7 > flags_ / 9: only that it depends on the field
  ASSERT_EQ(length.result_tests.size(), 1u);
  EXPECT_EQ(length.result_tests[0].callee, is_open.linkage_name);
  EXPECT_EQ(length.result_tests[0].comparison, (Comparison{"ne", 1, 0, 1}));
}

TEST_F(Pass, ModelHoldsThatLoopsAskTheContainersTheyGoThrough) {
  ASSERT_EQ(run("a.cpp", R"(#include <deque>
#include <set>
#include <vector>
struct Shelf {
  int sum() const;
  int longest() const;
  int newest();
  void add(int book) { books_.insert(book); }
  std::set<int> books_;
  std::vector<long> boxes_;
  std::deque<short> news_;
};
int Shelf::sum() const {
  int result = 0;
  for (int book : books_) result += book;
  return result;
}
int Shelf::longest() const {
  for (const long& box : boxes_)
    if (box > 7) return 1;
  return 0;
}
int Shelf::newest() {
  for (short each : news_) return each;
  return 0;
}
int main() { Shelf s; s.add(0); return s.sum() + s.longest() + s.newest(); }
)"),
            "");
  const ProgramModel program = model();
  const auto asked_by = [&](const char* name) {
    std::set<std::string> fields;
    for (const FieldTest& test : function(program, name).tests) fields.insert(program.fields.at(test.field.index()));
    return fields;
  };
  EXPECT_THAT(asked_by("Shelf::sum() const"), testing::ElementsAre("struct.Shelf:0"));
  EXPECT_THAT(asked_by("Shelf::longest() const"), testing::Contains("struct.Shelf:1"));
  EXPECT_THAT(asked_by("Shelf::newest()"), testing::ElementsAre("struct.Shelf:2"));
  const Function& add = function(program, "Shelf::add(int)");
  ASSERT_EQ(add.stores.size(), 1u);
  EXPECT_EQ(program.fields.at(add.stores[0].field.index()), "struct.Shelf:0");
}

TEST_F(Pass, ModelHoldsWhatFunctionsReturnAndWhereItIsDecided) {
  EXPECT_EQ(run("a.cpp", R"(extern "C" void enable(const char*);
struct Door {
  bool fits(int number) const;
  bool check(int number) const;
  void turn(int number);
  int code_ = 7;
  bool open_ = false;
};
bool Door::fits(int number) const { return code_ == number; }
bool Door::check(int number) const {
  if (number < 0) return false;
  return number > 5 && !fits(number);
}
void Door::turn(int number) { open_ = check(number); }
int main() { enable("Door::fits"); Door d; return d.check(9) ? 0 : 1; }
)"),
            "Door::fits 0 int 32 7 9\n");
  const ProgramModel program = model();
  const Function& fits = function(program, "Door::fits(int) const");
  EXPECT_EQ(fits.edge_count, 0u);
  EXPECT_EQ(fits.truth_count, 2u);
  ASSERT_EQ(fits.results.size(), 1u);
  EXPECT_EQ(fits.results[0].truth, 0u);

  const Function& check = function(program, "Door::check(int) const");
  ASSERT_EQ(check.results.size(), 3u);
  const auto is_false = [](const Produced& value) { return value.ones == 0 && value.zeros == ~std::uint64_t{0}; };
  EXPECT_EQ(std::ranges::count_if(check.results, is_false), 2);
  const auto by_edge =
      std::ranges::find_if(check.results, [](const Produced& value) { return value.successor.has_value(); });
  ASSERT_NE(by_edge, check.results.end()) << "`number > 5 &&` decides when its branch is left";
  EXPECT_TRUE(is_false(*by_edge));
  const auto of_fits = std::ranges::find(check.results, fits.linkage_name, &Produced::callee);
  ASSERT_NE(of_fits, check.results.end());
  EXPECT_EQ(of_fits->comparison, (Comparison{"eq", 1, 0, 1})) << "not fits()";

  const Function& turn = function(program, "Door::turn(int)");
  ASSERT_EQ(turn.stores.size(), 1u);
  EXPECT_EQ(turn.stores[0].value.callee, check.linkage_name);
}

/// Each instruction jumps to every other one, and all change the same variables: what a value is made of has a number of ways
/// back that is exponential in their length.
TEST_F(Pass, InterpretersWithThreadedCodeAreBuilt) {
  constexpr int kInstructions = 250;
  std::string labels, bodies;
  for (int i = 0; i < kInstructions; ++i) {
    labels += fmt::format("&&l{}, ", i);
    bodies += fmt::format(
        "l{}: a += b ^ {}; if (a > c + {}) b = state->limit - a; else c ^= b; goto *labels[*code++];\n", i, i, i);
  }
  const std::string printed = run("interpreter.c", fmt::format(R"(
struct state {{ int limit; }};
int interpret(const unsigned char *code, struct state *state) {{
  static const void *const labels[] = {{ {} &&end }};
  int a = 0, b = 1, c = 2;
  goto *labels[*code++];
{}
end: return a + b + c;
}}
int main(void) {{ struct state state = {{ 9 }}; const unsigned char code[] = {{ 1, 2, {} }}; return interpret(code, &state) == 0; }}
)",
                                                               labels, bodies, kInstructions));
  EXPECT_THAT(printed, testing::Not(testing::HasSubstr("error:")));
  EXPECT_EQ(function(model(), "interpret").name, "interpret");
}

TEST_F(Pass, SystemHeadersStayUntouched) {
  ASSERT_EQ(run("a.cpp", R"(#include <vector>
int main() { std::vector<int> v; v.push_back(1); return v.at(0) - 1; }
)"),
            "");
  const ProgramModel program = model();
  ASSERT_EQ(program.functions.size(), 1u);
  EXPECT_EQ(program.functions[0].name, "main");
}

TEST_F(Pass, WorksUnderAddressSanitizer) {
  EXPECT_EQ(run("a.c", R"(void show(void);
void enable(const char*);
int g;
void f(int* a) { if (*a > 3) show(); }
int main(void) { int a = 4; enable("f"); f(&a); return 0; }
)",
                {"-fsanitize=address"}),
            "f 0 int 38 4 3\nf:4 main:5\n");
}

}  // namespace
}  // namespace reenact
