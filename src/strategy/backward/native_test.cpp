// Preconditions against native execution: what the solver finds for one crashes, and what crashes has one.
#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <random>

#include "base/process.h"
#include "strategy/backward/source_fixture.h"
#include "strategy/backward/trace.h"

namespace reenact {
namespace {

using backward::Clause;
using backward::Found;
using symbolic::Bits;
using symbolic::Expr;

constexpr std::size_t kRoom = 64;       // bytes of a text
constexpr std::size_t kMostFound = 12;  // preconditions of a function
constexpr std::size_t kPieces = 400;    // pieces of paths

/// What a function is called with.
struct Inputs {
  std::array<std::array<char, kRoom>, 2> texts{};
  int n = 0;
  unsigned m = 0;
};

using Native = int (*)(const char* s, const char* t, int n, unsigned m);

/// One function with a `CRASH();`, run both ways.
class Subject {
 public:
  Subject(SourceCode::Built& built, const CallGraph& graph, const std::string& source, const std::string& name,
          const BackwardOptions& options)
      : workshop_(built.code, built.program, graph, clock_), e_(workshop_.expressions()) {
    CrashReport report;
    report.kind = CrashKind::kAbort;
    const auto begin = source.find(" " + name + "(");
    const auto frame = SourceCode::frame_at(SourceCode::line_of(source, source.find("CRASH()", begin)), built.program);
    // clang drops what it sees to be dead.
    is_whole_ = frame.has_value();
    if (!frame) return;
    std::string cut;
    levels_ = levels_of({&*frame, 1}, workshop_, cut);
    backward::Executor finder(workshop_.shared(), options, levels_);
    for (auto& condition : crash_conditions(report, *frame, workshop_.shared(), finder).all) {
      backward::Executor executor(workshop_.shared(), options, levels_);
      executor.start(std::move(condition.start));
      std::size_t steps = 0;
      while (found_.size() < kMostFound)
        if (auto next = executor.next([&] { return ++steps > kPieces; }))
          found_.push_back(std::move(*next));
        else
          break;
      is_whole_ = is_whole_ && executor.is_done() && executor.counters().given_up.empty() &&
                  executor.counters().guessed.empty() && executor.counters().undecided == 0;
      for (const auto& [why, times] : executor.counters().guessed) why_ += why + "; ";
      for (const auto& [why, times] : executor.counters().given_up) why_ += why + "; ";
    }
    for (std::uint64_t& place : places_) place = workshop_.places().allocate(backward::Thing::Kind::kText);
    for (const Found& found : found_) conditions_.push_back(conditions_of(found));
  }

  [[nodiscard]] std::size_t size() const { return found_.size(); }
  [[nodiscard]] bool is_proven(std::size_t i) const { return found_[i].model && !found_[i].state.is_guess; }
  /// All paths were gone through, and nothing was taken for granted.
  [[nodiscard]] bool is_whole() const { return is_whole_; }
  [[nodiscard]] const std::string& why_not() const { return why_; }

  /// What the solver says for one of them.
  std::optional<Inputs> solved(std::size_t i) {
    const auto answer = workshop_.solver().check(conditions_[i]);
    const auto* const can = std::get_if<solver::Satisfiable>(&answer);
    if (can == nullptr) return std::nullopt;
    symbolic::Evaluator model(e_, can->model);
    Inputs inputs;
    for (std::size_t text = 0; text < 2; ++text)
      for (std::size_t at = 0; at + 1 < kRoom; ++at)
        inputs.texts[text][at] = static_cast<char>(model(byte(text, at)).value_or(0));
    inputs.n = static_cast<int>(model(argument(i, 2)).value_or(0));
    inputs.m = static_cast<unsigned>(model(argument(i, 3)).value_or(0));
    return inputs;
  }

  bool holds(std::size_t i, const Inputs& inputs) {
    symbolic::Assignment assignment;
    symbolic::ArrayValue& bytes = assignment.arrays[e_.symbol_of(e_.array("M8", 64, 8))];
    for (std::size_t text = 0; text < 2; ++text)
      for (std::size_t at = 0; at < kRoom; ++at)
        bytes.elements[places_[text] + at] = static_cast<unsigned char>(inputs.texts[text][at]);
    assignment.values[e_.symbol_of(argument(i, 2))] = static_cast<unsigned>(inputs.n);
    assignment.values[e_.symbol_of(argument(i, 3))] = inputs.m;
    symbolic::Evaluator evaluate(e_, assignment);
    return std::ranges::all_of(conditions_[i], [&](Expr each) { return evaluate.holds(each); });
  }

 private:
  Expr argument(std::size_t i, unsigned number) {
    return workshop_.values().of(*levels_[0].function->getArg(number), found_[i].state.stack.front().id);
  }
  Expr byte(std::size_t text, std::size_t at) {
    return workshop_.memory().read(e_.constant(places_[text] + at, 64), 8);
  }
  /// With texts that have places of their own.
  std::vector<Expr> conditions_of(const Found& found) {
    const std::size_t i = conditions_.size();
    std::vector<Expr> result;
    backward::Memory::Step step;
    for (const Clause& clause : found.state.clauses)
      result.push_back(workshop_.memory().substitute(
          clause.condition,
          {{argument(i, 0), e_.constant(places_[0], 64)}, {argument(i, 1), e_.constant(places_[1], 64)}}, step));
    // A text of the test ends.
    for (std::size_t text = 0; text < 2; ++text)
      result.push_back(e_.make(symbolic::Op::kEq, byte(text, kRoom - 1), e_.constant(0, 8)));
    return result;
  }

  ManualClock clock_;
  backward::Workshop workshop_;
  symbolic::Expressions& e_;
  std::vector<backward::Level> levels_;
  std::vector<Found> found_;
  std::vector<std::vector<Expr>> conditions_;
  std::array<std::uint64_t, 2> places_{};
  bool is_whole_ = true;
  std::string why_;
};

constexpr const char* kBegin = R"(
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#ifdef NATIVE
int was_reached;
#define CRASH() (was_reached = 1)
#else
#define CRASH() abort()
#endif
// Called by the functions.
static int lower(int c, int how) {
  if (how > 1) {
    if (c < 'a') return tolower(c & 127);
    return c;
  }
  return c >= 'A' && c <= 'Z' ? c + 32 : c;
}
static int kind(int c) {
  switch (c & 7) {
    case 1:
    case 4: return 2;
    case 2: c += 5;
    case 3: return lower(c, 0);
    default: return -1;
  }
}
static int at(const char* s, const char* t, unsigned m) {
  if (m > 3) return t[m & 3];
  return *s ? s[m & 1] : -7;
}
)";

std::string function(std::size_t number, const std::string& body) {
  return fmt::format("int f{}(const char* s, const char* t, int n, unsigned m) {{\n{}\n return 0;\n}}\n", number, body);
}

class Compared {
 public:
  /// Functions f0, f1, … in C, with `CRASH();` on a line of its own.
  explicit Compared(const std::vector<std::string>& bodies) {
    for (std::size_t i = 0; i < bodies.size(); ++i) source_ += function(i, bodies[i]);
    built_.emplace(code_.build(source_, "a.c"));
    const std::string library = (code_.folder() / "native.so").string();
    const std::string command = fmt::format("clang-19 -w -O0 -fwrapv -shared -fPIC -DNATIVE -o '{}' '{}'", library,
                                            (code_.folder() / "a.c").string());
    if (std::system(command.c_str()) != 0) throw std::runtime_error("does not compile natively");
    handle_ = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle_ == nullptr) throw std::runtime_error(dlerror());
    reached_ = static_cast<int*>(dlsym(handle_, "was_reached"));
  }
  Compared(const Compared&) = delete;
  Compared& operator=(const Compared&) = delete;
  ~Compared() { dlclose(handle_); }

  bool crashes(std::size_t number, const Inputs& inputs) {
    const auto native = reinterpret_cast<Native>(dlsym(handle_, fmt::format("f{}", number).c_str()));
    *reached_ = 0;
    native(inputs.texts[0].data(), inputs.texts[1].data(), inputs.n, inputs.m);
    return *reached_ != 0;
  }

  std::unique_ptr<Subject> subject(std::size_t number, const BackwardOptions& options) {
    if (graph_ == nullptr) graph_ = std::make_unique<CallGraph>(built_->program);
    return std::make_unique<Subject>(*built_, *graph_, source_, fmt::format("f{}", number), options);
  }

 private:
  SourceCode code_;
  std::string source_ = kBegin;
  std::optional<SourceCode::Built> built_;
  std::unique_ptr<CallGraph> graph_;
  void* handle_ = nullptr;
  int* reached_ = nullptr;
};

Inputs random_inputs(std::mt19937& random, const std::optional<Inputs>& near) {
  constexpr std::string_view kCharacters = "ab0 19-:AB,x\xe4";
  Inputs inputs = near.value_or(Inputs{});
  const bool changes = near && random() % 2 == 0;
  for (auto& text : inputs.texts) {
    if (!changes) text.fill(0);
    const std::size_t length = random() % 7;
    for (std::size_t i = 0; i < length; ++i)
      if (!changes || random() % 3 == 0) text[i] = kCharacters[random() % kCharacters.size()];
  }
  if (!changes || random() % 2 == 0) inputs.n = static_cast<int>(random() % 12) - 4;
  if (!changes || random() % 2 == 0) inputs.m = random() % 9;
  return inputs;
}

/// Counts what was compared, for a test that would compare nothing.
struct Tally {
  std::size_t solved = 0, whole = 0, crashed = 0, proven = 0;
};

void compare(Compared& code, std::size_t number, const std::string& body, const BackwardOptions& options,
             Tally& tally) {
  const auto subject = code.subject(number, options);
  std::mt19937 random(static_cast<unsigned>(number));
  std::optional<Inputs> near;
  for (std::size_t i = 0; i < subject->size(); ++i) {
    if (!subject->is_proven(i)) continue;
    ++tally.proven;
    if (const auto inputs = subject->solved(i)) {
      ++tally.solved;
      EXPECT_TRUE(code.crashes(number, *inputs))
          << body << "\ns=" << inputs->texts[0].data() << " t=" << inputs->texts[1].data() << " n=" << inputs->n
          << " m=" << inputs->m;
      near = inputs;
    }
  }
  tally.whole += subject->is_whole();
  for (int round = 0; round < 300; ++round) {
    const Inputs inputs = random_inputs(random, near);
    const bool crashes = code.crashes(number, inputs);
    tally.crashed += crashes;
    bool any = false;
    for (std::size_t i = 0; i < subject->size(); ++i) {
      const bool holds = subject->holds(i, inputs);
      any = any || holds;
      if (holds && subject->is_proven(i)) {
        EXPECT_TRUE(crashes) << body
                             << "\na proven precondition holds, but it does not crash: s=" << inputs.texts[0].data()
                             << " t=" << inputs.texts[1].data() << " n=" << inputs.n << " m=" << inputs.m;
        if (!crashes) return;
      }
    }
    if (crashes && subject->is_whole()) {
      EXPECT_TRUE(any) << body << "\nit crashes, but no precondition holds: s=" << inputs.texts[0].data()
                       << " t=" << inputs.texts[1].data() << " n=" << inputs.n << " m=" << inputs.m;
      if (!any) return;
    }
  }
}

/// A function of random statements over its parameters, local variables, an array and a buffer.
class RandomBody {
 public:
  /// `calls`: of functions of kBegin.
  RandomBody(unsigned seed, bool calls) : random_(seed), calls_(calls) {}

  std::string make() {
    text_ = "  int a = n, b = (int)m, c = 3, k = 0;\n  int mem[4] = {1, 2, 3, 4};\n  char buf[4] = \"abc\";\n";
    const std::size_t statements = 2 + pick(3);
    for (std::size_t i = 0; i < statements; ++i) statement(2);
    text_ += "  if (" + condition() + " && " + condition() + ")\n    CRASH();";
    return text_;
  }

 private:
  std::size_t pick(std::size_t count) { return random_() % count; }
  const char* one_of(std::initializer_list<const char*> all) { return *(all.begin() + pick(all.size())); }

  std::string value(int depth) {
    if (depth == 0 || pick(3) == 0) {
      if (pick(3) == 0) return std::to_string(static_cast<int>(pick(9)) - 3);
      return one_of({"a", "b", "c", "n", "(int)m", "s[0]", "s[1]", "t[0]", "mem[1]", "mem[m & 3]", "buf[n & 3]"});
    }
    const std::string left = value(depth - 1), right = value(depth - 1);
    switch (pick(calls_ ? 9 : 6)) {
      case 6:
        return fmt::format("lower({}, {})", left, right);
      case 7:
        return fmt::format("kind({})", left);
      case 8:
        return fmt::format("at(s, t, {})", left);
      case 0:
        return fmt::format("({} / 3u + {})", "(unsigned)" + left, right);
      case 1:
        return fmt::format("({} {} 2)", left, one_of({"<<", ">>"}));
      case 2:
        return fmt::format("({} ? {} : {})", condition(), left, right);
      default:
        return fmt::format("({} {} {})", left, one_of({"+", "-", "&", "|", "^"}), right);
    }
  }
  std::string condition() { return fmt::format("{} {} {}", value(1), one_of({"==", "!=", "<", "<=", ">"}), value(1)); }
  void statement(int depth) {
    switch (pick(depth == 0 ? 3 : 5)) {
      case 0:
        text_ += fmt::format("  mem[{} & 3] = {};\n", value(1), value(1));
        break;
      case 1:
        text_ += fmt::format("  buf[{} & 3] = {};\n", value(1), value(1));
        break;
      case 2:
        text_ += fmt::format("  {} = {};\n", one_of({"a", "b", "c"}), value(2));
        break;
      case 3:
        text_ += "  if (" + condition() + ") {\n";
        statement(depth - 1);
        text_ += "  } else {\n";
        statement(depth - 1);
        text_ += "  }\n";
        break;
      default:
        text_ += fmt::format("  for (k = 0; k < {}; ++k) {{\n", one_of({"2", "(n & 1)", "(int)(m & 3)"}));
        statement(0);
        text_ += "  }\n";
    }
  }

  std::mt19937 random_;
  const bool calls_;
  std::string text_;
};

TEST(Native, AgreesOnRandomFunctions) {
  constexpr std::size_t kFunctions = 24;
  std::vector<std::string> bodies;
  for (unsigned i = 0; i < kFunctions; ++i) bodies.push_back(RandomBody(i + 1, false).make());
  Compared code(bodies);
  Tally tally;
  BackwardOptions options;
  options.unroll = 4;
  for (std::size_t i = 0; i < bodies.size(); ++i) compare(code, i, bodies[i], options, tally);
  RecordProperty("solved", static_cast<int>(tally.solved));
  // Enough for the test to say something.
  EXPECT_GE(tally.solved, kFunctions);
  EXPECT_GE(tally.whole, kFunctions / 4);
  EXPECT_GE(tally.crashed, 500U);
}

TEST(Native, AgreesOnFunctionsWithForwardSummaries) {
  constexpr std::size_t kFunctions = 24;
  std::vector<std::string> bodies;
  for (unsigned i = 0; i < kFunctions; ++i) bodies.push_back(RandomBody(i + 101, true).make());
  Compared code(bodies);
  for (const bool summed_up : {true, false}) {
    Tally tally;
    BackwardOptions options;
    options.unroll = 4;
    options.forward_summaries = summed_up;
    for (std::size_t i = 0; i < bodies.size(); ++i) compare(code, i, bodies[i], options, tally);
    // Enough for the test to say something.
    EXPECT_GE(tally.solved, kFunctions);
    EXPECT_GE(tally.crashed, 500U);
    if (summed_up) EXPECT_GE(tally.whole, kFunctions / 4);
  }
}

TEST(Native, AgreesWithTheModelsOfTheLibrary) {
  const std::vector<std::string> conditions{
      "strlen(s) == 3",
      "strlen(s) > strlen(t) + 2",
      "strnlen(s, m) == 3",
      "strcmp(s, \"ab:\") == 0",
      "strcmp(s, \"b\") > 0",
      "strcmp(s, t) < 0",
      "strcmp(s, t) >= 1",  // by how much it is greater differs: AddressSanitizer says 1
      "strncmp(s, \"ab19\", 3) == 0",
      "strncmp(s, t, m) != 0 && m < 4",
      "strcasecmp(s, \"aB\") == 0",
      "strncasecmp(s, t, 2) == 0 && s[0] != t[0]",
      "memcmp(s, \"ab:\", 3) == 0",
      "memcmp(s, t, 4) > 0",
      "memcmp(s, t, m) == 0 && m == 2",
      "bcmp(s, \"-\", 1) == 0",
      "strchr(s, ':') && strchr(s, ':')[1] == '9'",
      "strchr(s, 'a') == 0 && s[0]",
      "strchr(s, 0) - s == 2",
      "strrchr(s, 'a') && strrchr(s, 'a') - s == 4",
      "strrchr(s, 'b') == 0 && s[1] == 'x'",
      "memchr(s, 'x', 5) == 0",
      "memchr(s, 'x', m) == s + 2",
      "strstr(s, \"ab\") && strstr(s, \"ab\") - s == 2",
      "strstr(s, \"a0\") == 0 && s[0] == 'a'",
      "strpbrk(s, \":,\") && *strpbrk(s, \":,\") == ','",
      "strspn(s, \"ab\") == 2",
      "strcspn(s, \":,\") == 3",
      "isdigit(s[0]) && isalpha(s[1])",
      "isspace((unsigned char)s[0]) && isupper((unsigned char)s[1])",
      "isxdigit(n + 97)",
      "ispunct((unsigned char)s[0]) && !isalnum((unsigned char)s[1])",
      "(isdigit)(n + 50)",
      "tolower((unsigned char)s[0]) == 'b' && s[0] != 'b'",
      "(toupper)(s[0]) == 'A' && s[1] == 'x'",
      "atoi(s) == 19",
      "atoi(s) == -1",
      "atol(s) > 90",
      "abs(n) == 3",
      "labs((long)n) == 4 && n < 0",
  };
  std::vector<std::string> bodies;
  bodies.reserve(conditions.size());
  for (const std::string& each : conditions) bodies.push_back(fmt::format("  if ({})\n    CRASH();", each));
  // Statements before: what is written, loops over texts.
  for (const char* each : {
           "  char b[8] = \"......\";\n  strcpy(b + 1, m < 3 ? \"a:\" : \"\");\n  if (b[2] == ':' && b[4] == '.')\n    "
           "CRASH();",
           "  if (strlen(s) > 5) return 0;\n  char b[8];\n  strcpy(b, s);\n  if (b[1] == '9' && strlen(b) == 3)\n    "
           "CRASH();",
           "  char b[16] = \"x\";\n  if (strlen(s) > 9) return 0;\n  strcat(b, s);\n  if (strcmp(b, \"xab\") == 0)\n   "
           " CRASH();",
           "  char b[4];\n  strncpy(b, s, 4);\n  if (b[3] == 0 && b[1] == '-')\n    CRASH();",
           "  char b[3];\n  if (snprintf(b, 3, \"%s\", s) == 3 && b[1] == '-' && b[2] == 0)\n    CRASH();",
           "  if (strlen(s) > 5) return 0;\n  char b[16];\n"
           "  if (sprintf(b, \"<%s%c>%%\", s, t[0]) == 6 && strcmp(b, \"<ab:>%\") == 0)\n    CRASH();",
           "  char* end;\n  long v = strtol(s, &end, 10);\n  if (v == -9 && *end == ':')\n    CRASH();",
           "  char* end = 0;\n  unsigned long v = strtoul(s, &end, 10);\n  if (v == 0 && end == s && *s)\n    CRASH();",
           "  char* b = strdup(s);\n  int is = b[0] == ':';\n  free(b);\n  if (is)\n    CRASH();",
           "  int commas = 0;\n  for (const char* p = s; *p; ++p)\n    if (*p == ',') ++commas;\n  if (commas == 2)\n  "
           "  CRASH();",
           "  const char* p = s;\n  while (*p == ' ') ++p;\n  if (p - s == 3 && *p == 'x')\n    CRASH();",
           "  static const char table[] = {3, 1, 4, 1, 5, 9};\n  if (m < 6 && table[m] == 5)\n    CRASH();",
           "  static const char* const names[] = {\"a\", \"b:\", \"x\"};\n  if (m < 3 && strcmp(names[m], s) == 0)\n   "
           " CRASH();",
       })
    bodies.emplace_back(each);
  Compared code(bodies);
  Tally tally;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Tally before = tally;
    compare(code, i, bodies[i], {}, tally);
    EXPECT_GT(tally.proven, before.proven) << bodies[i] << code.subject(i, {})->why_not();
  }
  EXPECT_GE(tally.solved, bodies.size());
  EXPECT_GE(tally.crashed, 1000U);
}

}  // namespace
}  // namespace reenact
