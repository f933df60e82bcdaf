#include "study/plan.h"

#include <gtest/gtest.h>

#include <fstream>

namespace reenact::study {
namespace {

namespace fs = std::filesystem;

class PlanTest : public testing::Test {
 protected:
  PlanTest() {
    std::string name = (fs::temp_directory_path() / "reenact_plan_XXXXXX").string();
    folder_ = mkdtemp(name.data());
    for (const std::string id : {"one", "two"}) {
      write("reports/" + id + "/report.txt", "report of " + id);
      write("projects/" + id + "/compile_commands.json", "[]");
    }
  }
  ~PlanTest() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
  }
  Expected<Plan> read(const std::string& text) const {
    write("plan.toml", text);
    const PlanChecks checks{[](const std::string& budget) -> Expected<std::chrono::milliseconds> {
                              if (budget != "10s") return usage_error("no budget");
                              return std::chrono::seconds(10);
                            },
                            [](const std::vector<std::string>& options) -> Expected<void> {
                              if (options.size() > 2) return usage_error("too many options");
                              if (options == std::vector<std::string>{"--y"}) return usage_error("nothing beside --y");
                              return {};
                            },
                            [](const std::string& report, const std::string& name) -> Expected<void> {
                              if (report.empty()) return usage_error(name + ": the report is empty");
                              return {};
                            }};
    return read_plan(folder_ / "plan.toml", checks);
  }
  /// The message, without the plan's folder.
  std::string error(const std::string& text) const {
    const auto plan = read(text);
    if (plan) return "no error";
    std::string message = plan.error().message;
    const std::string prefix = folder_.string() + "/";
    if (message.starts_with(prefix)) message.erase(0, prefix.size());
    return message;
  }

  fs::path folder_;
};

const std::string kTop = "repeats = 3\nbudget = \"10s\"\n";
const std::string kConfiguration = "[[configuration]]\nname = \"a\"\noptions = \"--x 1\"\n";
const std::string kCrash = "[[crash]]\nreport = \"reports/one/report.txt\"\nproject = \"projects/one\"\n";

TEST_F(PlanTest, ReadsAPlan) {
  const auto plan = read(kTop + "seed = 7\n" + kConfiguration +
                         "[[configuration]]\nname = \"b\"\noptions = [\"--y=a b\"]\n" + kCrash +
                         "[[crash]]\nid = \"other\"\nreport = \"reports/two/report.txt\"\nproject = "
                         "\"projects/two\"\noptions = \"--link z\"\n");
  // The crash's options and a configuration's are too many together; a plan where they are not:
  EXPECT_FALSE(plan);
  const auto good = read(kTop + "seed = 7\n[[configuration]]\nname = \"b\"\noptions = [\"--y=a b\"]\n" + kCrash +
                         "[[crash]]\nid = \"other\"\nreport = \"reports/two/report.txt\"\nproject = "
                         "\"projects/two\"\noptions = \"--link\"\n");
  ASSERT_TRUE(good) << good.error().message;
  EXPECT_EQ(good->repeats, 3u);
  EXPECT_EQ(good->budget, std::chrono::seconds(10));
  EXPECT_EQ(good->seed, 7u);
  ASSERT_EQ(good->configurations.size(), 1u);
  EXPECT_EQ(good->configurations[0].options, std::vector<std::string>{"--y=a b"});
  ASSERT_EQ(good->crashes.size(), 2u);
  EXPECT_EQ(good->crashes[0].id, "one");
  EXPECT_EQ(good->crashes[0].report_text, "report of one");
  EXPECT_EQ(good->crashes[1].id, "other");
  EXPECT_EQ(good->crashes[1].options, std::vector<std::string>{"--link"});
}

TEST_F(PlanTest, AStarIsEachCrash) {
  const auto plan =
      read(kTop + kConfiguration + "[[crash]]\nreport = \"reports/*/report.txt\"\nproject = \"projects/*\"\n");
  ASSERT_TRUE(plan) << plan.error().message;
  ASSERT_EQ(plan->crashes.size(), 2u);
  EXPECT_EQ(plan->crashes[1].id, "two");
  EXPECT_EQ(plan->crashes[1].report, "reports/two/report.txt");
  EXPECT_EQ(plan->crashes[1].project, "projects/two");
  write("flat/x.txt", "x");
  const auto part = read(kTop + kConfiguration + "[[crash]]\nreport = \"flat/*.txt\"\nproject = \"projects/one\"\n");
  ASSERT_TRUE(part) << part.error().message;
  ASSERT_EQ(part->crashes.size(), 1u);
  EXPECT_EQ(part->crashes[0].id, "x");
}

TEST_F(PlanTest, ErrorsHaveTheirPlace) {
  EXPECT_EQ(error(""), "plan.toml:1:1: the plan lacks 'repeats'");
  EXPECT_EQ(error(kTop + kCrash), "plan.toml:1:1: the plan has no [[configuration]]");
  EXPECT_EQ(error(kTop + kConfiguration), "plan.toml:1:1: the plan has no [[crash]]");
  EXPECT_EQ(error("repeats = 0\nbudget = \"10s\"\n"),
            "plan.toml:1:11: 'repeats' must be a whole number from 1 to 100000");
  EXPECT_EQ(error("repeats = 1\nbudget = \"1x\"\n"), "plan.toml:2:10: no budget");
  EXPECT_EQ(error("repeats = 1\nbudget = 10\n"), "plan.toml:2:10: 'budget' must be a text in quotes");
  EXPECT_EQ(error(kTop + "sead = 1\n"),
            "plan.toml:3:1: unknown key 'sead': a plan has repeats, budget, seed, crash, configuration");
  EXPECT_EQ(error(kTop + "crash = 1\n" + kConfiguration),
            "plan.toml:3:9: 'crash' must be a list of tables: write [[crash]]");
  EXPECT_EQ(error(kTop + "[[configuration]]\noptions = \"\"\n" + kCrash),
            "plan.toml:3:1: a configuration lacks 'name'");
  EXPECT_EQ(error(kTop + "[[configuration]]\nname = \"a/b\"\n" + kCrash),
            "plan.toml:4:8: 'a/b' cannot be a name: letters, digits, and _ . + - after the first are allowed");
  EXPECT_EQ(error(kTop + "[[configuration]]\nname = \"a\"\noptions = \"--x 1 2\"\n" + kCrash),
            "plan.toml:5:11: too many options");
  EXPECT_EQ(error(kTop + kConfiguration + kConfiguration + kCrash), "plan.toml:7:8: there are two configurations 'a'");
  EXPECT_EQ(error(kTop + kConfiguration + kCrash + kCrash), "plan.toml:10:10: there are two crashes 'one'");
  EXPECT_EQ(error(kTop + kConfiguration + kCrash + "options = \"--y\"\n"),
            "plan.toml:9:11: with configuration 'a': too many options");
}

TEST_F(PlanTest, OptionsOfACrashAreCheckedBesideThoseOfAConfiguration) {
  const std::string bare = "[[configuration]]\nname = \"a\"\n", one = bare + "options = \"--x\"\n";
  EXPECT_EQ(error(kTop + one + kCrash + "options = \"--y\"\n"), "no error");
  EXPECT_EQ(error(kTop + bare + kCrash + "options = \"--y\"\n"),
            "plan.toml:8:11: with configuration 'a': nothing beside --y");
  EXPECT_EQ(error(kTop + bare + "options = \"--y\"\n" + kCrash), "plan.toml:5:11: nothing beside --y");
}

TEST_F(PlanTest, UnknownCrashes) {
  const std::string start = kTop + kConfiguration + "[[crash]]\n";
  EXPECT_EQ(error(start + "report = \"reports/three/report.txt\"\nproject = \"projects/one\"\n"),
            "plan.toml:7:10: unknown crash 'three': reports/three/report.txt: No such file or directory");
  EXPECT_EQ(error(start + "report = \"none/*/report.txt\"\nproject = \"projects/*\"\n"),
            "plan.toml:7:10: unknown crash: no file matches none/*/report.txt");
  EXPECT_EQ(error(start + "report = \"reports/one/report.txt\"\nproject = \"projects/three\"\n"),
            "plan.toml:8:11: crash 'one': there is no compile_commands.json in projects/three");
  write("reports/two/report.txt", "");
  EXPECT_EQ(error(start + "report = \"reports/*/report.txt\"\nproject = \"projects/*\"\n"),
            "plan.toml:7:10: reports/two/report.txt: the report is empty");
}

TEST_F(PlanTest, SyntaxErrors) {
  const std::string unclosed = error("repeats = 3\nbudget = \"10s\n");
  EXPECT_TRUE(unclosed.starts_with("plan.toml:2:14: ")) << unclosed;
  const std::string twice = error("repeats = 3\nrepeats = 4\n");
  EXPECT_TRUE(twice.starts_with("plan.toml:2:")) << twice;
}

Plan small_plan() {
  Plan plan;
  plan.crashes = {{"one", "r/one", "p/one", "text", {}}, {"two", "r/two", "p/two", "text", {"--link", "z"}}};
  plan.configurations = {{"a", {"--x"}}, {"b", {}}};
  plan.repeats = 3;
  plan.budget = std::chrono::milliseconds(1500);
  return plan;
}

TEST(PlanDifference, OnlyRepeatsMayGrow) {
  const Plan stored = small_plan();
  Plan given = stored;
  EXPECT_EQ(difference(stored, given), std::nullopt);
  given.repeats = 4;
  EXPECT_EQ(difference(stored, given), std::nullopt);
  given.repeats = 2;
  EXPECT_EQ(difference(stored, given), "the repeats are 2, were 3; they may only grow");
}

TEST(PlanDifference, NamesWhatDiffers) {
  const auto after = [](const std::function<void(Plan&)>& change) {
    Plan given = small_plan();
    change(given);
    return difference(small_plan(), given).value_or("nothing");
  };
  EXPECT_EQ(after([](Plan& plan) { plan.budget *= 2; }), "the budget is 3s, was 1.5s");
  EXPECT_EQ(after([](Plan& plan) { plan.seed = 9; }), "the seed is 9, was 1");
  EXPECT_EQ(after([](Plan& plan) { plan.crashes.pop_back(); }), "crash two is missing");
  EXPECT_EQ(after([](Plan& plan) { plan.crashes[1].id = "three"; }), "crash three is new");
  EXPECT_EQ(after([](Plan& plan) { plan.crashes[1].options.clear(); }),
            "the options of crash two are '', were '--link z'");
  EXPECT_EQ(after([](Plan& plan) { plan.crashes[0].report_text = "other"; }), "the report of crash one has changed");
  EXPECT_EQ(after([](Plan& plan) { plan.crashes[0].project = "q"; }), "the project of crash one is q, was p/one");
  EXPECT_EQ(after([](Plan& plan) { plan.configurations.push_back({"c", {}}); }), "configuration c is new");
  EXPECT_EQ(after([](Plan& plan) { plan.configurations[0].options = {"--z"}; }),
            "the options of configuration a are '--z', were '--x'");
  // Their order decides nothing.
  EXPECT_EQ(after([](Plan& plan) { std::swap(plan.crashes[0], plan.crashes[1]); }), "nothing");
}

}  // namespace
}  // namespace reenact::study
