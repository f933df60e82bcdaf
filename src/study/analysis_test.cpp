#include "study/analysis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "study/plots.h"
#include "study/tables.h"

namespace reenact::study {
namespace {

using testing::ElementsAre;

class AnalysisTest : public testing::Test {
 protected:
  using Run = study::Run;  // testing::Test has a Run of its own

  AnalysisTest() {
    plan_.crashes = {{"first", "", "", "", {}}, {"second", "", "", "", {}}};
    plan_.configurations = {{"a", {}}, {"b", {}}, {"c", {}}};
    plan_.repeats = 4;
    plan_.budget = std::chrono::seconds(10);
  }
  /// A run that reproduced `frames` of 3 frames after some seconds.
  void add(const std::string& crash, const std::string& configuration, unsigned frames, double seconds) {
    Run run;
    run.crash = crash;
    run.configuration = configuration;
    run.repeat = next_++;
    run.status = frames == 3 ? "reproduced" : frames > 0 ? "partial" : "not_reproduced";
    run.frames_total = 3;
    run.frames_reproduced = frames;
    run.search_seconds = seconds;
    runs_.push_back(run);
  }

  Plan plan_;
  std::vector<Run> runs_;
  unsigned next_ = 0;
};

TEST_F(AnalysisTest, TheHighestFrameOfAnyConfigurationCounts) {
  // Nobody reproduces frame 3, b once frame 2: so frame 1 is not enough.
  add("first", "a", 1, 4);
  add("first", "a", 1, 4);
  add("first", "b", 2, 6);
  add("first", "b", 1, 4);
  const Analysis study = analyse(plan_, runs_, std::nullopt, 0.01);
  EXPECT_EQ(study.crashes[0].frames, 3u);
  EXPECT_EQ(study.crashes[0].highest, 2u);
  EXPECT_EQ(study.crashes[0].samples[0].ratio(), 0.0);
  EXPECT_EQ(study.crashes[0].samples[1].ratio(), 0.5);
  EXPECT_EQ(study.crashes[0].samples[2].ratio(), std::nullopt);
  EXPECT_EQ(study.crashes[1].highest, 0u);
  EXPECT_EQ(study.configuration_summaries[1].crashes, 1u);
  EXPECT_THAT(study.configuration_summaries[1].ratios, ElementsAre(0.5));
}

TEST_F(AnalysisTest, FailuresCountAsTheBudgetAndNothingCountsAsMore) {
  add("first", "a", 3, 2);
  add("first", "a", 0, 3);     // gave up early
  add("first", "a", 3, 10.4);  // found just after the end
  add("first", "b", 3, 1);
  runs_.back().status = "error";  // not verified: whatever its frames say
  const Analysis study = analyse(plan_, runs_, std::nullopt, 0.01);
  EXPECT_THAT(study.crashes[0].samples[0].seconds, ElementsAre(2, 10, 10));
  EXPECT_EQ(study.crashes[0].samples[0].reproduced, 2u);
  EXPECT_THAT(study.crashes[0].samples[1].seconds, ElementsAre(10));
  EXPECT_EQ(study.crashes[0].samples[1].errors, 1u);
}

TEST_F(AnalysisTest, ComparesAllPairsOrWithTheBaseline) {
  const auto pairs = [&](std::optional<std::size_t> baseline) {
    std::vector<std::pair<std::size_t, std::size_t>> result;
    for (const Pair& pair : analyse(plan_, runs_, baseline, 0.01).pairs) result.emplace_back(pair.a, pair.b);
    return result;
  };
  EXPECT_THAT(pairs(std::nullopt), ElementsAre(std::pair(1, 0), std::pair(2, 0), std::pair(2, 1)));
  EXPECT_THAT(pairs(1), ElementsAre(std::pair(0, 1), std::pair(2, 1)));
}

TEST_F(AnalysisTest, NoTimesToCompareWhereNobodyReproduces) {
  add("first", "a", 0, 10);
  add("first", "b", 0, 10);
  const Analysis study = analyse(plan_, runs_, std::nullopt, 0.01);
  ASSERT_TRUE(study.crashes[0].comparisons[0]);
  EXPECT_FALSE(study.crashes[0].comparisons[0]->efficiency);
  EXPECT_FALSE(study.crashes[0].comparisons[1]);
}

TEST_F(AnalysisTest, CountsWhatDiffersSignificantly) {
  plan_.repeats = 12;
  for (int i = 0; i < 12; ++i) {
    add("first", "a", 3, 1 + 0.01 * i);
    add("first", "b", 0, 10);
    add("second", "a", 3, 4 + 0.01 * i);
    add("second", "b", 3, 2 + 0.01 * i);
  }
  const Analysis study = analyse(plan_, runs_, 0, 0.01);  // b against a
  const PairSummary& b = study.pair_summaries[0];
  EXPECT_EQ(b.better, 0u);
  EXPECT_EQ(b.worse, 1u);
  EXPECT_THAT(b.quicker, ElementsAre(0, 0, 1));
  EXPECT_THAT(b.slower, ElementsAre(0, 0, 1));
  EXPECT_THAT(b.a12, ElementsAre(1, 0));
  ASSERT_EQ(b.saved.size(), 1u);
  EXPECT_NEAR(b.saved[0], 1 - 2.055 / 4.055, 1e-9);
  ASSERT_TRUE(b.pooled);
  // All runs: a reproduces 24 of 24, b 12 of 24.
  EXPECT_DOUBLE_EQ(b.pooled->odds_ratio, 12.5 * 0.5 / (12.5 * 24.5));
  EXPECT_DOUBLE_EQ(b.pooled->fisher_p, fisher_exact({12, 12, 24, 0}));
}

TEST_F(AnalysisTest, SaysWhatIsMissing) {
  add("first", "a", 3, 1);
  runs_.back().engine = "x";
  add("first", "a", 0, 1);
  runs_.back().engine = "y";
  runs_.back().status = "error";
  EXPECT_THAT(
      remarks_of(analyse(plan_, runs_, std::nullopt, 0.05)),
      ElementsAre("2 of 24 planned runs, 10 s of search each; significant means p < 0.05",
                  "A run reproduces a crash if it reproduces as many frames as the best run of any configuration "
                  "did (highest). Seconds: a run that does not counts as the full budget.",
                  "The study is not complete: what follows is preliminary.",
                  "The runs are from 2 different builds of reenact: they may not compare.",
                  "1 runs ended in an error and count as not reproducing; --table runs shows why."));
}

TEST(Tables, EveryFormat) {
  const Table table{"name", "A title", {"crash", "p"}, {{"x|y", "0.5"}, {"with \"quotes\", and comma", "-"}}};
  EXPECT_EQ(format_table(table, Format::kText),
            "A title\n"
            "  crash                       p\n"
            "  x|y                       0.5\n"
            "  with \"quotes\", and comma    -\n");
  EXPECT_EQ(format_table(table, Format::kMarkdown),
            "### A title\n\n"
            "| crash                    |   p |\n"
            "|--------------------------|----:|\n"
            "| x\\|y                     | 0.5 |\n"
            "| with \"quotes\", and comma |   - |\n");
  EXPECT_EQ(format_table(table, Format::kCsv), "crash,p\nx|y,0.5\n\"with \"\"quotes\"\", and comma\",\n");
}

TEST_F(AnalysisTest, TablesHaveARowForEverything) {
  add("first", "a", 3, 1);
  add("first", "b", 0, 10);
  const std::vector<Table> tables = tables_of(analyse(plan_, runs_, std::nullopt, 0.01), runs_);
  std::vector<std::string> names;
  std::vector<std::size_t> rows;
  for (const Table& table : tables) {
    names.push_back(table.name);
    rows.push_back(table.rows.size());
    for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.head.size()) << table.name;
  }
  EXPECT_EQ(names, table_names());
  EXPECT_THAT(rows, ElementsAre(6, 6, 3, 3, 3, 2));
}

TEST_F(AnalysisTest, PlotsOfWhatIsThere) {
  add("first", "a", 3, 1);
  add("first", "a", 0, 1);
  add("first", "b", 0, 1);
  std::vector<std::string> names;
  for (const auto& [name, text] : plots_of(analyse(plan_, runs_, std::nullopt, 0.01))) {
    names.push_back(name);
    EXPECT_TRUE(text.starts_with("<svg ") && text.ends_with("</svg>\n")) << name;
    EXPECT_EQ(text.find("nan"), std::string::npos) << name;
    EXPECT_EQ(text.find("inf"), std::string::npos) << name;
  }
  EXPECT_THAT(names, ElementsAre("ratio.svg", "seconds.svg", "seconds-first.svg", "seconds-second.svg",
                                 "effectiveness.svg", "efficiency.svg", "a12.svg", "saved.svg"));
}

}  // namespace
}  // namespace reenact::study
