#include "crash/match.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <csignal>

#include "crash/reader.h"
#include "crash/trace_match.h"

namespace reenact {
namespace {

TEST(PlainName, ForgetsWhatToolsSpellDifferently) {
  EXPECT_EQ(plain_name("decltype(auto) toml::array::emplace_back<std::unique_ptr<int>>(std::unique_ptr<int>&&)"),
            "toml::array::emplace_back");
  EXPECT_EQ(plain_name("decltype((fp).size()) ns::size_of<std::string>(std::string const&)"), "ns::size_of");
  EXPECT_EQ(plain_name("decltype"), "decltype");
  EXPECT_EQ(plain_name("decltype("), "auto");
  EXPECT_EQ(plain_name("getPixelColorsRGBA8(unsigned char*, unsigned long)"), "getPixelColorsRGBA8");
  EXPECT_EQ(plain_name("char const* Sass::Prelexer::exactly<(char)92>(char const*)"), "Sass::Prelexer::exactly");
  EXPECT_EQ(plain_name("mup::TokenPtr<mup::IValue>::operator->() const"), "mup::TokenPtr::operator->");
  EXPECT_EQ(plain_name("Json::Value::operator[]"), "Json::Value::operator[]");
  EXPECT_EQ(plain_name("YAML::operator<<"), "YAML::operator<<");
  EXPECT_EQ(plain_name("void inja::Parser::add_operator()"), "inja::Parser::add_operator");
  EXPECT_EQ(plain_name("int operators<int>(int)"), "operators");
  EXPECT_EQ(plain_name("void Calls::operator()(int) const"), "Calls::operator()");
  for (const char* lambda :
       {"_ZZ1fiENK3$_0clEc.unit.24abf53f", "f(int)::$_0::operator()(char) const", "_ZZ1fiENKUlcE_clEc",
        "f(int)::{lambda(char)#1}::operator()(char) const", "f(int)::<lambda(char)>::operator()(char) const",
        "f(std::function<void (int)>)::'lambda'(char)::operator()(char) const",
        "a::f(int) const::$_1::operator()(char)"})
    EXPECT_TRUE(std::string_view(plain_name(lambda)).ends_with("f::operator()"))
        << lambda << ": " << plain_name(lambda);
  EXPECT_EQ(plain_name("T::f(int) const::Local::g(int)"), "T::f::Local::g");
  EXPECT_TRUE(same_function({.function = "operator()"}, {.function = "_ZZ1fiENK3$_0clEc"}));
  EXPECT_EQ(plain_name("_ZN8tinyxml27XMLNode16InsertFirstChildEPS0_"), "tinyxml2::XMLNode::InsertFirstChild");
  EXPECT_EQ(plain_name("hnswlib::HierarchicalNSW<float>::addPoint"), "hnswlib::HierarchicalNSW::addPoint");
  EXPECT_EQ(plain_name("(anonymous namespace)::f(int) [clone .cold]"), "f");
  EXPECT_EQ(plain_name("nlohmann::json_abi_v3_11_2::basic_json<std::map>::operator[]<char const>"),
            "nlohmann::basic_json::operator[]");
  EXPECT_EQ(plain_name("void b2Body::ResetMassData()"), "b2Body::ResetMassData");
}

// EvoCrash, section 3: worked by hand. Wanted A.f:10, B.g:20; seen A.f:12, A.h:1.
TEST(TraceDistance, SumsTheNearestElements) {
  const std::vector<TraceElement> wanted{{"A", "f", Line(10u)}, {"B", "g", Line(20u)}};
  const std::vector<TraceElement> seen{{"A", "f", Line(12u)}, {"A", "h", Line(1u)}};
  EXPECT_DOUBLE_EQ(trace_distance(wanted, seen), 2.0 / 3.0 + 3.0);
  EXPECT_DOUBLE_EQ(trace_distance(wanted, {}), 6.0);
  EXPECT_DOUBLE_EQ(trace_distance(wanted, wanted), 0.0);
  // Prefix-aligned: phi(2/3) + phi(3) + |2 - 2|.
  EXPECT_DOUBLE_EQ(prefix_trace_distance(wanted, seen), (2.0 / 3.0) / (2.0 / 3.0 + 1) + 0.75);
}

TEST(Match, BlanksAroundATextDoNotMakeItAgree) {
  CrashReport wanted;
  wanted.kind = CrashKind::kCppException;
  wanted.message = "--file excludes --stdin";
  wanted.pattern = std::make_shared<TextPattern>(wanted.message, std::vector<std::string>{" excludes "});
  EXPECT_TRUE(same_kind(wanted, CrashKind::kCppException, 0, "", "--in excludes --out "));
  EXPECT_EQ(same_kind(wanted, CrashKind::kCppException, 0, "", " excludes --out"),
            same_kind(wanted, CrashKind::kCppException, 0, "", "excludes --out"));
}

TEST(Match, ACallerMayKeepItsBufferOnTheHeapOrTheStack) {
  CrashReport wanted, seen;
  wanted.kind = CrashKind::kHeapOverflow;
  seen.kind = CrashKind::kStackBufferOverflow;
  wanted.frames = seen.frames = {{.function = "f", .file = "/a/x.c", .line = Line(10u)}};
  const Frame here{.function = "f"}, main{.function = "main", .owner = FrameOwner::kDriver};
  EXPECT_EQ(match(wanted, seen, 1).difference,
            "kind differs: heap buffer overflow expected, stack buffer overflow seen");
  wanted.others = {{OtherStack::Role::kAllocated, {here, main}}};
  EXPECT_FALSE(match(wanted, seen, 1).same) << "the library allocated it";
  wanted.others = {{OtherStack::Role::kAllocated, {main}}};
  seen.others = {{OtherStack::Role::kOther, {here}}};
  EXPECT_EQ(match(wanted, seen, 1).difference,
            "the memory is not the caller's: heap buffer overflow expected, stack buffer overflow seen");
  seen.others = {{OtherStack::Role::kOther, {main}}};
  const MatchResult result = match(wanted, seen, 1);
  EXPECT_TRUE(result.same);
  EXPECT_EQ(result.not_compared.front(),
            "where the caller keeps the memory: on the heap, on the stack or in a global variable");
}

TEST(Match, ACallerMayKeepItsTextInALiteral) {
  const std::string literal =
      "==1==ERROR: AddressSanitizer: global-buffer-overflow on address 0x564a at pc 0x564a bp 0x7fff sp 0x7fff\n"
      "READ of size 1 at 0x564a thread T0\n"
      "    #0 0x564a in unquote(char const*) /a/text.cpp:8:14\n"
      "    #1 0x564b in main /a/app.cpp:9:5\n"
      "\n"
      "0x564a is located 0 bytes to the right of global variable '<string literal>' defined in '/a/app.cpp:9:27' "
      "(0x5648) of size 4\n";
  const auto of_caller = read_crash_report(literal, "asan");
  ASSERT_TRUE(of_caller);
  EXPECT_TRUE(is_of_the_caller(*of_caller));
  EXPECT_TRUE(same_kind(*of_caller, CrashKind::kHeapOverflow, 0, "", ""));
  const auto of_somebody = read_crash_report(literal.substr(0, literal.find("\n\n")), "asan");
  ASSERT_TRUE(of_somebody);
  EXPECT_TRUE(same_kind(*of_somebody, CrashKind::kHeapOverflow, 0, "", ""));
  std::string table = literal;
  table.replace(table.find("/a/app.cpp:9:27"), std::string_view("/a/app.cpp:9:27").size(), "/a/text.cpp:3:1");
  const auto of_subject = read_crash_report(table, "asan");
  ASSERT_TRUE(of_subject);
  EXPECT_FALSE(is_of_the_caller(*of_subject));
  EXPECT_FALSE(same_kind(*of_subject, CrashKind::kHeapOverflow, 0, "", ""));
  table.replace(table.find("<string literal>"), std::string_view("<string literal>").size(), "table.body");
  const auto of_allocation = read_crash_report(table, "asan");
  ASSERT_TRUE(of_allocation);
  EXPECT_TRUE(same_kind(*of_allocation, CrashKind::kHeapOverflow, 0, "", ""))
      << "an optimiser made the table a variable";
}

TEST(Match, WhoAllocatedTheNeighbourDoesNotCount) {
  const auto report = [](const char* place, const char* allocator) {
    return *read_crash_report(
        fmt::format("==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x5020 at pc 0x56 bp 0x7f sp 0x7f\n"
                    "READ of size 8 at 0x5020 thread T0\n"
                    "    #0 0x56 in last(Stack&) /a/stack.cpp:8:14\n"
                    "    #1 0x56 in main /a/app.cpp:9:5\n\n"
                    "0x5020 is located {} 16-byte region [0x5010,0x5020)\n"
                    "allocated by thread T0 here:\n"
                    "    #0 0x55 in operator new(unsigned long) (/a/app+0x1)\n"
                    "    #1 0x56 in {} /a/stack.cpp:3:1\n\n",
                    place, allocator),
        "asan");
  };
  const CrashReport wanted = report("0 bytes after", "name(Stack&)"), own = report("16 bytes before", "push(Stack&)");
  EXPECT_EQ(wanted.block_side, BlockSide::kAfter);
  EXPECT_EQ(own.block_side, BlockSide::kBefore);
  const MatchResult result = match(wanted, own, 1);
  EXPECT_TRUE(result.same) << result.difference;
  EXPECT_EQ(result.not_compared, std::vector<std::string>{"where the memory was allocated"});
  EXPECT_FALSE(match(wanted, report("0 bytes after", "push(Stack&)"), 1).same);
}

TEST(Match, SiblingCrashAtAnotherLineIsNotTheCrash) {
  CrashReport wanted, seen;
  wanted.kind = seen.kind = CrashKind::kNullDereference;
  wanted.frames = {{.function = "f", .file = "/a/x.c", .line = Line(10u)}};
  seen.frames = {{.function = "f", .file = "/b/x.c", .line = Line(11u)}};
  const MatchResult result = match(wanted, seen, 1);
  EXPECT_TRUE(result.same_kind);
  EXPECT_EQ(result.frames_matched, 0u);
  EXPECT_EQ(result.difference, "frame 1 differs: f (x.c:10) expected, f (x.c:11) seen");
}

TEST(Match, AssertionsMatchByText) {
  CrashReport wanted, seen;
  wanted.kind = seen.kind = CrashKind::kAssertion;
  wanted.message = "a > 0";
  seen.message = "a>0";
  EXPECT_TRUE(match(wanted, seen, 0).same_kind);
  seen.message = "b > 0";
  EXPECT_EQ(match(wanted, seen, 0).difference, "assertion differs: `a > 0' expected, `b > 0' seen");
}

TEST(Match, OfSeveralTextsAnyMayBeTheReports) {
  CrashReport wanted, seen;
  wanted.kind = seen.kind = CrashKind::kCppException;
  wanted.exception_type = seen.exception_type = "Locked";
  wanted.message = "no key 7";
  for (const char* told : {"door 3 | no key 8", "no key 7 | door 3", "a.c | no key 9 | door 3"}) {
    seen.message = told;
    EXPECT_TRUE(match(wanted, seen, 0).same) << told;
  }
  for (const char* told : {"door 3 | no lock 7", "a.c |", "no key 7 or so"}) {
    seen.message = told;
    EXPECT_FALSE(match(wanted, seen, 0).same) << told;
  }
}

TEST(Match, WhatTheReportDoesNotTellMayBeAnything) {
  CrashReport wanted, seen;
  for (const CrashKind kind : {CrashKind::kNullDereference, CrashKind::kAbort, CrashKind::kCppException}) {
    seen.kind = kind;
    EXPECT_TRUE(match(wanted, seen, 0).same_kind) << to_string(kind);
  }
  seen.kind = CrashKind::kTimeout;
  EXPECT_EQ(match(wanted, seen, 0).difference, "kind differs: unknown crash expected, timeout seen");
  wanted.kind = seen.kind = CrashKind::kCppException;
  seen.exception_type = "ns::E";
  EXPECT_TRUE(match(wanted, seen, 0).same_kind);
  wanted.exception_type = "ns::F";
  EXPECT_EQ(match(wanted, seen, 0).difference, "exception differs: ns::F expected, ns::E seen");
}

TEST(Match, FramesCutFromTheReportMayBeSeen) {
  CrashReport wanted, seen;
  wanted.kind = seen.kind = CrashKind::kNullDereference;
  wanted.frames = {{.function = "f", .file = "x.c", .line = Line(10u)}};
  seen.frames = {{.function = "h", .file = "x.c", .line = Line(2u)},
                 {.function = "g", .file = "x.c", .line = Line(5u)},
                 {.function = "f", .file = "x.c", .line = Line(10u)}};
  EXPECT_EQ(match(wanted, seen, 1).frames_matched, 0u);
  wanted.frames_cut = 1;
  EXPECT_EQ(match(wanted, seen, 1).frames_matched, 0u);
  wanted.frames_cut = 2;
  EXPECT_EQ(match(wanted, seen, 1).frames_matched, 1u);
}

CrashReport of_kind(CrashKind kind, std::string message = "") {
  CrashReport report;
  report.kind = kind;
  report.message = std::move(message);
  report.frames = {{.function = "f", .file = "x.c", .line = Line(10u)}};
  return report;
}

TEST(Match, AKindNobodyKnowsIsNotAnyCrash) {
  const CrashReport wanted = of_kind(CrashKind::kUnknown, "unknown-crash");
  const MatchResult other = match(wanted, of_kind(CrashKind::kHeapOverflow), 1);
  EXPECT_FALSE(other.same);
  EXPECT_EQ(other.difference, "kind differs: unknown-crash expected, heap buffer overflow seen");
  EXPECT_TRUE(match(wanted, of_kind(CrashKind::kUnknown, "unknown-crash"), 1).same);
  EXPECT_FALSE(match(of_kind(CrashKind::kTimeout), of_kind(CrashKind::kAbort), 1).same);
}

TEST(Match, AFailedCheckStopsInADebuggerAndAbortsElsewhere) {
  CrashReport stopped = of_kind(CrashKind::kIllegalInstruction);
  stopped.signal = SIGTRAP;
  EXPECT_TRUE(match(stopped, of_kind(CrashKind::kAbort), 1).same);
  EXPECT_TRUE(match(of_kind(CrashKind::kAbort), stopped, 1).same);
  stopped.signal = SIGILL;
  EXPECT_FALSE(match(of_kind(CrashKind::kAbort), stopped, 1).same);
}

TEST(Match, AnExceptionsTextHasToAgree) {
  CrashReport wanted = of_kind(CrashKind::kCppException, "no key 'a' at 3");
  EXPECT_TRUE(match(wanted, of_kind(CrashKind::kCppException, "no key 'bc' at 17"), 1).same);
  const MatchResult sibling = match(wanted, of_kind(CrashKind::kCppException, "no value 'a' at 3"), 1);
  EXPECT_FALSE(sibling.same_kind);
  EXPECT_EQ(sibling.difference, "text differs: \"no key 'a' at 3\" expected, \"no value 'a' at 3\" seen");
  wanted.message = "no key a";
  EXPECT_FALSE(match(wanted, of_kind(CrashKind::kCppException, "no key b"), 1).same);
  wanted.pattern = std::make_shared<TextPattern>(wanted.message, std::vector<std::string>{"no key "});
  EXPECT_TRUE(match(wanted, of_kind(CrashKind::kCppException, "no key b"), 1).same);
}

TEST(Match, ReadsAndWritesAndTheirSizes) {
  CrashReport wanted = of_kind(CrashKind::kHeapOverflow), seen = wanted;
  wanted.access = seen.access = Access::kRead;
  wanted.access_size = 4;
  seen.access_size = 1;
  EXPECT_EQ(match(wanted, seen, 1).difference, "access differs: READ of 4 bytes expected, READ of 1 bytes seen");
  for (CrashReport* report : {&wanted, &seen})
    report->frames.insert(report->frames.begin(), {.function = "memcpy", .owner = FrameOwner::kSystem});
  EXPECT_TRUE(match(wanted, seen, 1).same) << "it copies as much as it is told to";
  seen.access = Access::kWrite;
  EXPECT_FALSE(match(wanted, seen, 1).same);
  seen.access = Access::kUnknown;
  EXPECT_EQ(match(wanted, seen, 1).not_compared, std::vector<std::string>{"that it was a READ"});
}

TEST(Match, WhoFreedTheMemoryBelongsToTheCrash) {
  CrashReport wanted = of_kind(CrashKind::kUseAfterFree), seen = wanted;
  wanted.others = {{OtherStack::Role::kFreed, {{.function = "close_it", .file = "x.c", .line = Line(3u)}}}};
  EXPECT_EQ(match(wanted, seen, 1).not_compared, std::vector<std::string>{"where the memory was freed"});
  seen.others = {{OtherStack::Role::kFreed, {{.function = "reset", .file = "x.c", .line = Line(7u)}}}};
  const MatchResult other = match(wanted, seen, 1);
  EXPECT_TRUE(other.same_kind);
  EXPECT_EQ(other.frames_matched, 1u);
  EXPECT_FALSE(other.same);
  EXPECT_EQ(other.difference,
            "the memory was freed elsewhere: frame 1 differs: close_it (x.c:3) expected, reset (x.c:7) seen");
  seen.others[0].frames = wanted.others[0].frames;
  EXPECT_TRUE(match(wanted, seen, 1).same);
}

TEST(Match, WhatTheReportDoesNotTellIsNamed) {
  CrashReport wanted = of_kind(CrashKind::kUnknown), seen = of_kind(CrashKind::kAbort);
  wanted.frames.push_back({.function = "g", .file = "x.c"});
  wanted.frames.push_back({.function = "h"});
  for (const char* name : {"g", "h"}) seen.frames.push_back({.function = name, .file = "x.c", .line = Line(20u)});
  EXPECT_EQ(match(wanted, seen, 3).not_compared,
            (std::vector<std::string>{"the line of frame 2 (g)", "file and line of frame 3 (h)",
                                      "the kind of crash, which the report does not tell"}));
}

TEST(Match, AnExhaustedStackClaimsItsCycleAlone) {
  CrashReport wanted, seen;
  wanted.kind = seen.kind = CrashKind::kStackOverflow;
  for (unsigned i = 0; i < 40; ++i)
    wanted.frames.push_back({.function = i % 2 == 0 ? "f" : "g", .file = "x.c", .line = Line(10 + i % 2)});
  seen.frames.assign(wanted.frames.begin() + 1, wanted.frames.end());
  const MatchResult result = match(wanted, seen, 40);
  EXPECT_TRUE(result.same);
  EXPECT_EQ(result.frames_matched, 2u);
  EXPECT_EQ(result.cycle, 2u);
}

TEST(Match, BetweenACallAndWhatItCallsNothingIsLeftOut) {
  CrashReport wanted = of_kind(CrashKind::kAbort), seen = wanted;
  const Frame outer{.function = "h", .file = "x.c", .line = Line(30u)};
  wanted.frames.push_back(outer);
  seen.frames.push_back({.function = "g", .file = "x.c", .line = Line(20u)});
  seen.frames.push_back(outer);
  EXPECT_TRUE(match(wanted, seen, 2).same) << "a tail call may have replaced g";
  wanted.frames[0].is_called_directly = true;
  EXPECT_EQ(match(wanted, seen, 2).difference, "frame 2 differs: h (x.c:30) expected, g (x.c:20) seen");
}

TEST(Match, WhatOnlyAnOptimiserLeavesOutIsSaid) {
  CrashReport wanted = of_kind(CrashKind::kAbort), seen = wanted;
  const Frame outer{.function = "h", .file = "x.c", .line = Line(30u)};
  wanted.frames.push_back(outer);
  wanted.frames[0].is_called_directly = true;
  wanted.is_unoptimised = true;
  EXPECT_TRUE(match(wanted, wanted, 2).same);
  seen.frames.push_back({.function = "g", .file = "x.c", .line = Line(20u)});
  seen.frames.push_back(outer);
  const MatchResult other = match(wanted, seen, 2);
  EXPECT_FALSE(other.same);
  EXPECT_EQ(other.frames_matched, 1u);
  EXPECT_EQ(other.difference,
            "g (x.c:20) between f (x.c:10) and h (x.c:30) is not in the report, which is of an unoptimised build");
  seen.frames.pop_back();
  EXPECT_EQ(match(wanted, seen, 2).difference, "frame 2 differs: h (x.c:30) expected, g (x.c:20) seen");
}

TEST(Match, OfAnExhaustedStackWithoutItsMiddleWhatIsInsideCounts) {
  CrashReport wanted = of_kind(CrashKind::kStackOverflow), seen = wanted;
  const auto at = [](const char* function, unsigned line) {
    return Frame{.function = function, .file = "x.c", .line = Line(line)};
  };
  wanted.frames = {at("leaf", 3), at("next", 10), at("begin", 30)};
  wanted.frames[1].left_out = kAnyNumber;
  seen.frames = {at("leaf", 3)};
  for (int i = 0; i < 100; ++i) seen.frames.push_back(at("next", 10));
  const MatchResult same = match(wanted, seen, 3);
  EXPECT_TRUE(same.same) << same.difference;
  EXPECT_EQ(same.cycle, 2u);
  EXPECT_EQ(same.not_compared, (std::vector<std::string>{"the frames outside of those that the report leaves out"}));
  seen.frames.front() = at("leaf", 4);
  EXPECT_FALSE(match(wanted, seen, 3).same);
}

TEST(Match, ADestructorMayShowTwice) {
  CrashReport wanted = of_kind(CrashKind::kAbort), seen = wanted;
  wanted.frames = {{.function = "ns::T::~T()", .line = Line(5u)},
                   {.function = "ns::T::~T()", .line = Line(3u), .is_variant = true},
                   {.function = "drop", .line = Line(9u)}};
  wanted.frames[0].is_called_directly = wanted.frames[1].is_called_directly = true;
  seen.frames = {wanted.frames[0], wanted.frames[2]};
  EXPECT_TRUE(match(wanted, seen, 3).same);
  EXPECT_TRUE(match(wanted, wanted, 3).same);
  EXPECT_FALSE(match(seen, wanted, 3).difference.empty() && !match(seen, wanted, 2).same);
}

TEST(PlainName, VariantsAreOfOneConstructorOrDestructor) {
  EXPECT_TRUE(are_variants("_ZN1TD0Ev", "_ZN1TD2Ev"));
  EXPECT_TRUE(are_variants("_ZN1TC1Ei", "_ZN1TC2Ei"));
  EXPECT_FALSE(are_variants("_ZN1TC1Ei", "_ZN1TC1Ei"));
  EXPECT_FALSE(are_variants("_ZN1TD0Ev", "_ZN1UD0Ev"));
}

constexpr auto kSame = [](char a, char b) { return a == b; };
std::vector<char> trace(std::string_view text) { return {text.begin(), text.end()}; }

TEST(TraceMatch, RecursionCountsOnceWhereverTheReportWasCut) {
  EXPECT_EQ(without_recursion(trace("tvavavavpm"), kSame), trace("tvavpm"));
  EXPECT_EQ(without_recursion(trace("xababa"), kSame), trace("xab"));
  EXPECT_EQ(without_recursion(trace("abc"), kSame), trace("abc"));
}

TEST(TraceMatch, FramesOfTailCallsMayBeMissingInTheReport) {
  EXPECT_EQ(frames_in_order(trace("abc"), trace("abc"), 3, kSame), 3u);
  EXPECT_EQ(frames_in_order(trace("abc"), trace("axybc"), 3, kSame), 3u);
  EXPECT_EQ(frames_in_order(trace("abc"), trace("axyzbc"), 3, kSame), 1u);
  EXPECT_EQ(frames_in_order(trace("abc"), trace("xabc"), 3, kSame), 0u) << "the innermost frame is where it crashed";
  EXPECT_EQ(frames_in_order(trace("abc"), trace("ab"), 3, kSame), 2u);
}

/// What behind 'b' is wanted was cut from a recursion's middle.
auto cut_behind_b() {
  return TraceRules{kSame, [](char wanted) { return wanted == 'b' ? kAnyNumber : std::size_t{0}; },
                    [](char) { return false; }, [](char, char) { return false; }};
}

TEST(TraceMatch, BehindTheMiddleThatWasCutOutAnyPlaceMayBeTheNext) {
  EXPECT_EQ(frames_in_order(trace("abcd"), trace("abxcxcxcd"), 4, cut_behind_b()), 4u)
      << "only the last c is called by d";
  EXPECT_EQ(frames_in_order(trace("abcd"), trace("abxcxcxc"), 4, cut_behind_b()), 3u);
  EXPECT_EQ(frames_in_order(trace("abcd"), trace("axbcd"), 4, cut_behind_b()), 1u);
}

TEST(TraceMatch, AnExhaustedStackIsTheSameWhereverItsCycleEnded) {
  const auto wanted = recursion_cycle(trace("habcabcabc"), kSame), seen = recursion_cycle(trace("xbcabcabca"), kSame);
  EXPECT_EQ(wanted, trace("abc"));
  EXPECT_TRUE(same_cycle(wanted, seen, kSame));
  EXPECT_FALSE(same_cycle(wanted, recursion_cycle(trace("xacbacbacb"), kSame), kSame));
  EXPECT_FALSE(same_cycle(wanted, recursion_cycle(trace("xbcdefgh"), kSame), kSame)) << "no recursion at all";
  EXPECT_TRUE(same_cycle(wanted, recursion_cycle(trace("ponmlkjihgfedabcabcabcx"), kSame), kSame))
      << "the stack ended in calls that lead out of the cycle";
  EXPECT_EQ(recursion_cycle(trace("haabaabaab"), kSame), trace("aab"));
  EXPECT_EQ(recursion_cycle(trace("hxxdefabcabcabc"), kSame), trace("abc")) << "the longest run that repeats";
}

TEST(Match, AVariableThatHasEndedIsNoBlockThatWasFreed) {
  CrashReport reported;
  reported.kind = CrashKind::kUseAfterFree;
  reported.message = "stack-use-after-return";
  std::string difference;
  EXPECT_TRUE(same_kind(reported, CrashKind::kUseAfterFree, 0, "", "stack-use-after-scope", &difference));
  EXPECT_TRUE(same_kind(reported, CrashKind::kUseAfterFree, 0, "", "", &difference));
  EXPECT_FALSE(same_kind(reported, CrashKind::kUseAfterFree, 0, "", "heap-use-after-free", &difference));
  EXPECT_EQ(difference, "kind differs: stack-use-after-return expected, heap-use-after-free seen");
}

}  // namespace
}  // namespace reenact
