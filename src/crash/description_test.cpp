#include "crash/description.h"

#include <gtest/gtest.h>

namespace reenact {
namespace {

std::string error_of(const std::string& exception, const std::string& message, const std::string& function) {
  const auto parsed = parse_description(exception, message, function);
  return parsed ? "" : parsed.error().message;
}

TEST(Description, ATypeASignalOrAKind) {
  EXPECT_EQ(parse_description("YAML::ParserException", "anchor", "YAML::Load")->exception_type,
            "YAML::ParserException");
  EXPECT_EQ(parse_description("YAML::ParserException", "", "")->kinds, std::vector{CrashKind::kCppException});
  EXPECT_EQ(parse_description("SIGFPE", "", "")->kinds, std::vector{CrashKind::kArithmetic});
  EXPECT_EQ(parse_description("abort", "", "")->kinds, (std::vector{CrashKind::kAbort, CrashKind::kAssertion}));
  EXPECT_TRUE(parse_description("", "buffer size", "")->kinds.empty());
}

TEST(Description, WhatCannotBeIsRefused) {
  EXPECT_EQ(
      error_of("", "", ""),
      "nothing is described\n  next step: give --exception TYPE, --message TEXT or --function NAME, or several of "
      "them");
  EXPECT_EQ(error_of("SIGSEGV", "oops", ""),
            "--exception SIGSEGV and --message contradict each other: such a crash carries no text\n  next step: leave "
            "one out");
  EXPECT_EQ(
      error_of("SIGSEGFAULT", "", ""),
      "--exception SIGSEGFAULT: neither a C++ type nor a known crash\n  known: SIGSEGV, SIGBUS, SIGFPE, SIGILL, "
      "SIGABRT, abort, assertion, null-dereference, stack-overflow, heap-buffer-overflow, stack-buffer-overflow, "
      "global-buffer-overflow, use-after-free, double-free, bad-free, alloc-dealloc-mismatch, negative-size-param");
  EXPECT_TRUE(error_of("foo bar", "", "").starts_with("--exception foo bar: neither a C++ type nor a known crash\n"));
  EXPECT_EQ(error_of("unsigned long", "", ""), "");
  EXPECT_EQ(error_of("std::pair<char const*, ns::Error const&>", "", ""), "");
  EXPECT_NE(error_of("not a type!", "", ""), "");
  EXPECT_EQ(error_of("abort", "too small", ""), "");  // may be an assertion
}

TEST(Description, NamesAgreeFromTheirEnds) {
  const CrashDescription description = *parse_description("ParserException", "", "Load");
  EXPECT_TRUE(is_type(description, CrashKind::kCppException, "YAML::ParserException"));
  EXPECT_FALSE(is_type(description, CrashKind::kCppException, "YAML::MyParserException"));
  EXPECT_TRUE(is_function(description, "YAML::Load(std::string const&)"));
  EXPECT_FALSE(is_function(description, "YAML::LoadAll(std::string const&)"));
}

TEST(Description, WhatIsLeftOutHoldsForEveryCrash) {
  const CrashDescription description = *parse_description("", "size", "");
  EXPECT_TRUE(is_type(description, CrashKind::kCppException, "int"));
  EXPECT_TRUE(is_type(description, CrashKind::kAssertion, ""));
  EXPECT_FALSE(is_type(description, CrashKind::kTimeout, ""));
  EXPECT_FALSE(is_type(description, CrashKind::kExit, ""));
  EXPECT_TRUE(is_function(description, "anything"));
  EXPECT_TRUE(has_message(description, "Buffer size, 20, is not multiple of 16"));
  EXPECT_FALSE(has_message(description, "Buffer Size"));
}

TEST(Description, AnObservedCrashTellsWhatDiffers) {
  CrashReport observed;
  observed.kind = CrashKind::kCppException;
  observed.exception_type = "YAML::ParserException";
  observed.message = "line 1: the referenced anchor is not defined";
  observed.frames = {Frame{.function = "YAML::SingleDocParser::LookupAnchor(YAML::Mark const&)"},
                     Frame{.function = "YAML::Load(std::string const&)"}};
  std::string difference;
  EXPECT_TRUE(match(*parse_description("YAML::ParserException", "anchor", "YAML::Load"), observed, difference).all());
  EXPECT_EQ(difference, "");
  EXPECT_FALSE(match(*parse_description("YAML::BadFile", "", ""), observed, difference).all());
  EXPECT_EQ(difference, "YAML::BadFile expected, YAML::ParserException seen");
  EXPECT_FALSE(match(*parse_description("", "tag", ""), observed, difference).all());
  EXPECT_EQ(difference, "the message \"line 1: the referenced anchor is not defined\" does not contain \"tag\"");
  EXPECT_FALSE(match(*parse_description("", "", "YAML::LoadAll"), observed, difference).all());
  EXPECT_EQ(difference, "YAML::LoadAll is not on the stack");
}

TEST(Description, OfAReport) {
  CrashReport report;
  report.kind = CrashKind::kAssertion;
  report.message = "x > 0";
  report.frames = {Frame{.function = "__assert_fail", .owner = FrameOwner::kSystem}, Frame{.function = "box::set(int)"},
                   Frame{.function = "main", .owner = FrameOwner::kDriver}};
  const CrashDescription description = description_of(report);
  EXPECT_EQ(description.kinds, std::vector{CrashKind::kAssertion});
  EXPECT_EQ(to_string(description), "failed assertion with \"x > 0\" in box::set");
}

}  // namespace
}  // namespace reenact
