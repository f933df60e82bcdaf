#include "crash/match.h"

#include <gtest/gtest.h>

#include "crash/trace_match.h"

namespace reenact {
namespace {

TEST(PlainName, ForgetsWhatToolsSpellDifferently) {
  EXPECT_EQ(plain_name("getPixelColorsRGBA8(unsigned char*, unsigned long)"), "getPixelColorsRGBA8");
  EXPECT_EQ(plain_name("char const* Sass::Prelexer::exactly<(char)92>(char const*)"), "Sass::Prelexer::exactly");
  EXPECT_EQ(plain_name("mup::TokenPtr<mup::IValue>::operator->() const"), "mup::TokenPtr::operator->");
  EXPECT_EQ(plain_name("Json::Value::operator[]"), "Json::Value::operator[]");
  EXPECT_EQ(plain_name("YAML::operator<<"), "YAML::operator<<");
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

TEST(TraceMatch, AnExhaustedStackIsTheSameWhereverItsCycleEnded) {
  const auto wanted = recursion_cycle(trace("habcabcabc"), kSame), seen = recursion_cycle(trace("xbcabcabca"), kSame);
  EXPECT_EQ(wanted, trace("abc"));
  EXPECT_TRUE(same_cycle(wanted, seen, kSame));
  EXPECT_FALSE(same_cycle(wanted, recursion_cycle(trace("xacbacbacb"), kSame), kSame));
  EXPECT_FALSE(same_cycle(wanted, recursion_cycle(trace("xbcdefgh"), kSame), kSame)) << "no recursion at all";
}

}  // namespace
}  // namespace reenact
