#include "study/star_study.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "study/cell.h"

namespace reenact::study {
namespace {

using Row = Run;  // testing::Test has a Run of its own
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

/// `reenact explain --json` of a trace with two frames.
std::string explanation(bool outer, std::uint64_t paths, double seconds) {
  const std::string some = R"([{"candidate": 0, "proven": true, "conditions": []}])";
  return fmt::format(
      R"({{"frames": [{{"preconditions": {}}}, {{"preconditions": {}}}], "counters": {{"paths": {}, "checks": 4,
          "blocks": 2, "fields": 3, "arrays": 0, "calls": 1}}, "stopped": "", "seconds": {}}})",
      some, outer ? some : "[]", paths, seconds);
}

Run explained(const std::string& crash, const std::string& configuration, const std::string& json) {
  Run run;
  run.crash = crash;
  run.configuration = configuration;
  run.status = "explained";
  run.result = json;
  return run;
}

Run tested(const std::string& crash, const std::string& status, unsigned frames, bool well_formed) {
  Run run;
  run.crash = crash;
  run.configuration = kStarTest;
  run.status = status;
  run.frames_total = 2;
  run.frames_reproduced = frames;
  run.statements = 3;
  run.search_seconds = 1.5;
  run.result = fmt::format(R"({{"status": "{}", "well_formed": {}, "flaky": false, "lacks": "a | b\nmore"}})", status,
                           well_formed);
  return run;
}

Plan plan_of(const std::vector<std::string>& ids) {
  Plan plan;
  for (const std::string& id : ids) plan.crashes.push_back({id, "r", "p", "", {}});
  plan.budget = std::chrono::seconds(60);
  return star_plan(std::move(plan));
}

TEST(StarStudyTest, RunsTheTestAndEachSetOfOptimisations) {
  const Plan plan = plan_of({"one"});
  ASSERT_EQ(plan.configurations.size(), 6U);
  EXPECT_EQ(plan.configurations[0].command, Command::kReproduce);
  EXPECT_THAT(plan.configurations[0].options, ElementsAre("--strategy", "star"));
  EXPECT_EQ(plan.configurations[1].command, Command::kExplain);
  EXPECT_THAT(plan.configurations[1].options, ElementsAre("--enough", "1"));
  EXPECT_EQ(plan.configurations[3].name, "prune");
  EXPECT_THAT(plan.configurations[3].options,
              ElementsAre("--enough", "1", "--no-guided-backtracking", "--no-recognise-contradictions"));
  EXPECT_THAT(star_ablations(), ElementsAre("backtrack", "none", "prune", "recognise"));
}

TEST(StarStudyTest, AnExplanationHasTheBudgetInWholeSecondsAndNoSeed) {
  Plan plan = plan_of({"one"});
  plan.budget = std::chrono::milliseconds(2500);
  plan.folder = "/plans";
  plan.crashes[0].options = {"--link", "z"};
  const RunWith with{"/bin/reenact", "/cache"};
  EXPECT_THAT(arguments_of(plan, {0, 1, 0}, "/out", plan.budget, with),
              ElementsAre("/bin/reenact", "explain", "/plans/r", "-p", "/plans/p", "--jobs", "1", "--cache", "/cache",
                          "--json", "--backward-seconds", "3", "--enough", "1"));
  EXPECT_THAT(arguments_of(plan, {0, 0, 0}, "/out", plan.budget, with),
              ElementsAre("/bin/reenact", "reproduce", "/plans/r", "-p", "/plans/p", "--jobs", "1", "--cache", "/cache",
                          "-o", "/out", "--seed", "1", "--budget", "2.5s", "--link", "z", "--strategy", "star"));
}

TEST(StarStudyTest, OnlyATestOfAllFramesThatBreaksNoDemandIsUseful) {
  const Plan plan = plan_of({"whole", "contrived", "inner", "none", "missing", "broken", "header"});
  Row header = tested("header", "not_reproduced", 0, true);
  header.result.insert(1, R"("explanation": )" + explanation(true, 1, 0) + ",");
  Row broken = tested("broken", "error", 0, false);
  broken.error = "no compiler\nmore";
  const auto crashes =
      star_crashes(plan, {tested("whole", "reproduced", 2, true), tested("contrived", "reproduced", 2, false),
                          tested("inner", "partial", 1, true), tested("none", "not_reproduced", 1, true), broken,
                          header, explained("whole", kStarAll, explanation(true, 1, 0)),
                          explained("none", kStarAll, explanation(false, 1, 0))});
  ASSERT_EQ(crashes.size(), 7U);
  EXPECT_TRUE(crashes[0].is_useful);
  EXPECT_EQ(crashes[0].precondition, 2U);
  EXPECT_EQ(crashes[0].exploited, 2U);
  EXPECT_EQ(crashes[0].why_not, "");
  EXPECT_FALSE(crashes[1].is_useful);
  EXPECT_EQ(crashes[1].exploited, 2U);
  EXPECT_FALSE(crashes[2].is_useful);
  EXPECT_EQ(crashes[2].exploited, 1U);
  EXPECT_EQ(crashes[3].exploited, 0U);
  EXPECT_EQ(crashes[3].precondition, 1U);
  EXPECT_EQ(crashes[3].calls, 0U);
  EXPECT_FALSE(crashes[4].has_run);
  EXPECT_EQ(crashes[5].why_not, "no compiler");
  EXPECT_EQ(crashes[6].precondition, 2U);  // as the reproduction says
  const std::string page = star_page(plan, crashes, {}, "the command");
  EXPECT_THAT(page, HasSubstr("| here | 7 | 3 | 3 | 2 | 1 | 1.5 | 3.0 (3 to 3) |"));
  EXPECT_THAT(page, HasSubstr("| the paper | 52 | 38 | 31 | 20 | 22 | 12.2 |"));
  EXPECT_THAT(page, HasSubstr("1 of the crashes have not run yet."));
  EXPECT_THAT(page, HasSubstr("| inner | - | 1 | 2 |  | 3 | 1.5 | a \\| b |"));
  EXPECT_THAT(page, Not(HasSubstr("Table 6")));
}

TEST(StarStudyTest, TheAblationCountsCrashesThatHaveRunWithEachSet) {
  const Plan plan = plan_of({"one", "cut", "impossible"});
  std::vector<Row> runs;
  for (const char* name : {kStarAll, kStarNone, kStarSingle[0], kStarSingle[1], kStarSingle[2]}) {
    const bool all = name == kStarAll;
    runs.push_back(explained("one", name, explanation(all, all ? 2 : 20, all ? 0.5 : 60)));
    if (all) runs.push_back(explained("cut", name, explanation(true, 1, 1)));
    runs.push_back(explained("impossible", name, R"({"frames": [], "counters": {}})"));
  }
  const auto ablation = star_ablation(plan, runs);
  ASSERT_EQ(ablation.size(), 3U);
  EXPECT_TRUE(ablation[0].counts());
  EXPECT_FALSE(ablation[1].counts());
  EXPECT_FALSE(ablation[2].counts());
  const std::string page = star_page(plan, star_crashes(plan, runs), ablation, "the command");
  EXPECT_THAT(page, HasSubstr("Of the 1 crashes with a precondition"));
  EXPECT_THAT(page, HasSubstr("| none ÷ all | | 10.0 | 1.0 | 1.0 | 1.0 | | 1.0 | 120.0 |"));
  EXPECT_THAT(page, HasSubstr("| the paper's none ÷ all | | 37.3 | 21.2 | 32.2 | 38.0 | 13.8 | 49.7 | 18.0 |"));
  EXPECT_THAT(page, HasSubstr("| one | 1 | 2 | 20 | 2 | 4 | 4 | 2 | 2 | 60.0 | 60.0 | 60.0 | 60.0 | 0.5 |"));
}

}  // namespace
}  // namespace reenact::study
