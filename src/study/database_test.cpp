#include "study/database.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <fstream>
#include <sstream>

namespace reenact::study {
namespace {

namespace fs = std::filesystem;

class DatabaseTest : public testing::Test {
 protected:
  using Run = study::Run;  // testing::Test has a Run of its own

  DatabaseTest() {
    std::string name = (fs::temp_directory_path() / "reenact_database_XXXXXX").string();
    folder_ = mkdtemp(name.data());
    file_ = folder_ / "study.db";
    plan_.crashes = {{"one", "r/one", "p/one", "text\nof one", {"--link", "a b"}}};
    plan_.configurations = {{"a", {"--x", "1"}}, {"b", {}}};
    plan_.repeats = 2;
    plan_.budget = std::chrono::milliseconds(1500);
    plan_.seed = 9;
  }
  ~DatabaseTest() override { fs::remove_all(folder_); }

  /// Runs SQL on the file behind the class's back.
  void execute(const std::string& text) const {
    sqlite3* connection = nullptr;
    ASSERT_EQ(sqlite3_open(file_.c_str(), &connection), SQLITE_OK);
    ASSERT_EQ(sqlite3_exec(connection, text.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(connection);
  }
  std::string bytes() const {
    std::ifstream file(file_, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  }
  std::string open_error(bool create) const {
    const std::string before = bytes();
    const auto database = Database::open(file_, create);
    EXPECT_EQ(bytes(), before);
    return database ? "no error" : database.error().message;
  }
  static Run run(unsigned repeat) {
    return {"one", "a", repeat, 9 + repeat, "partial",  3,     2,
            12345, 4,   0.25,   7.5,        "an error", "abc", "{\"status\": \"partial\"}"};
  }

  fs::path folder_, file_;
  Plan plan_;
};

TEST_F(DatabaseTest, KeepsAPlanAndRuns) {
  {
    auto database = Database::open(file_, true);
    ASSERT_TRUE(database) << database.error().message;
    EXPECT_EQ(*database->plan(), std::nullopt);
    ASSERT_TRUE(database->set_plan(plan_));
    ASSERT_TRUE(database->add(run(0)));
    ASSERT_TRUE(database->add(run(1)));
  }
  const auto database = Database::open(file_, false);
  ASSERT_TRUE(database) << database.error().message;
  const auto plan = *database->plan();
  ASSERT_TRUE(plan);
  EXPECT_EQ(difference(plan_, *plan), std::nullopt);
  EXPECT_EQ(difference(*plan, plan_), std::nullopt);
  EXPECT_EQ(*database->runs(), (std::vector<Run>{run(0), run(1)}));
}

TEST_F(DatabaseTest, ARunIsThereOnce) {
  auto database = Database::open(file_, true);
  ASSERT_TRUE(database->set_plan(plan_));
  ASSERT_TRUE(database->add(run(0)));
  const auto again = database->add(run(0));
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().message,
            file_.string() + ": UNIQUE constraint failed: run.crash, run.configuration, run.repeat");
  EXPECT_EQ(database->runs()->size(), 1u);
}

TEST_F(DatabaseTest, ARunMustBeOfThePlan) {
  auto database = Database::open(file_, true);
  ASSERT_TRUE(database->set_plan(plan_));
  Run stray = run(0);
  stray.crash = "another";
  EXPECT_FALSE(database->add(stray));
}

TEST_F(DatabaseTest, MoreRepeatsAreStored) {
  auto database = Database::open(file_, true);
  ASSERT_TRUE(database->set_plan(plan_));
  plan_.repeats = 5;
  ASSERT_TRUE(database->set_plan(plan_));
  const auto plan = *database->plan();
  EXPECT_EQ(plan->repeats, 5u);
  EXPECT_EQ(plan->crashes.size(), 1u);
}

TEST_F(DatabaseTest, ANewerSchemaIsLeftAlone) {
  {
    ASSERT_TRUE(Database::open(file_, true));
  }
  execute("PRAGMA user_version = 2");
  const std::string expected = file_.string() +
                               ": made by a newer reenact: its schema is 2, this one knows 1\n  next step: use that "
                               "version, or give another file with --db";
  EXPECT_EQ(open_error(true), expected);
  EXPECT_EQ(open_error(false), expected);
}

TEST_F(DatabaseTest, OtherFilesAreLeftAlone) {
  const std::string expected = file_.string() + ": not a database of a study\n  next step: give another file with --db";
  EXPECT_EQ(open_error(false), file_.string() + ": there is no such database");
  std::ofstream(file_) << "repeats = 3\n";
  EXPECT_EQ(open_error(true), expected);
  fs::remove(file_);
  execute("CREATE TABLE mine(x)");
  EXPECT_EQ(open_error(true), expected);
  EXPECT_EQ(open_error(false), expected);
}

}  // namespace
}  // namespace reenact::study
