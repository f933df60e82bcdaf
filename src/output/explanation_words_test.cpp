#include "output/explanation_words.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "output/explanation_reader.h"
#include "output/result_json.h"

namespace reenact {
namespace {

/// Of two frames: the inner one crashes if `p == nullptr`, which the outer one rules out.
Explanation guarded() {
  Explanation explanation;
  explanation.candidates = {"a pointer that is read through is null"};
  const ExplainedCondition condition{.words = "p == nullptr", .file = "/a.c", .line = Line(4U), .is_implicit = false};
  explanation.frames = {
      {"inner", "/a.c", Line(4U), {{.conditions = {condition}, .candidate = 0, .is_proven = true}}, false},
      {"outer", "/b.c", Line(9U), {}, true}};
  explanation.counters.paths = 7;
  explanation.counters.checks = 5;
  explanation.seconds = 1.5;
  return explanation;
}

TEST(ExplanationWords, WhatProgramsAreToldCanBeReadAgain) {
  const auto read = read_explanation_json(explanation_json(guarded()));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->frames, 2U);
  EXPECT_EQ(read->highest, 1U);
  EXPECT_TRUE(read->proven);
  EXPECT_EQ(read->impossible_from, 2U);
  EXPECT_EQ(read->paths, 7U);
  EXPECT_EQ(read->checks, 5U);
  EXPECT_EQ(read->seconds, 1.5);
  EXPECT_FALSE(read_explanation_json("{}"));
  EXPECT_FALSE(read_explanation_json(R"({"frames": [1], "counters": {}})"));
}

TEST(ExplanationWords, AResultHasTheSame) {
  Reproduction result;
  const auto without = nlohmann::json::parse(result_json({}, result, {}));
  EXPECT_TRUE(without.at("explanation").is_null());
  result.explanation = guarded();
  const auto with = nlohmann::json::parse(result_json({}, result, {}));
  EXPECT_EQ(with.at("explanation"), nlohmann::json::parse(explanation_json(guarded())));
}

TEST(ExplanationWords, WhoReadsIsToldWhatCannotBe) {
  const std::string text = explanation_text(guarded(), 3);
  EXPECT_NE(text.find("frame 2: outer  b.c:9\n    it cannot crash there"), std::string::npos) << text;
  EXPECT_EQ(why_impossible(guarded()),
            "this version cannot crash there: on no path through outer (b.c:9) a pointer that is read through is null");
}

}  // namespace
}  // namespace reenact
