// A study's results in SQLite. Each finished run is one row, written in one transaction once the run has ended; the
// primary key (crash, configuration, repeat) admits it once. So whenever the program is killed, what is there is whole,
// and what is missing is run again. The plan is stored too: the file alone suffices for a report.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "base/error.h"
#include "study/plan.h"
#include "study/run.h"

struct sqlite3;

namespace reenact::study {

class Database {
 public:
  static constexpr int kSchema = 1;

  /// Opens a study's database. Missing: made if `create`, else an error. Errors, which leave the file as it was: not a
  /// database, another program's, or one of a newer schema.
  [[nodiscard]] static Expected<Database> open(const std::filesystem::path& file, bool create);

  /// The plan it was made for; nullopt in a new database. Its folder is empty.
  [[nodiscard]] Expected<std::optional<Plan>> plan() const;
  /// Stores the plan in a new database, or the larger number of repeats in an old one.
  [[nodiscard]] Expected<void> set_plan(const Plan& plan);
  /// In no particular order.
  [[nodiscard]] Expected<std::vector<Run>> runs() const;
  /// Durable when it returns.
  [[nodiscard]] Expected<void> add(const Run& run);

 private:
  struct Close {
    void operator()(sqlite3* connection) const;
  };
  using Connection = std::unique_ptr<sqlite3, Close>;
  Database(std::filesystem::path file, Connection connection);
  [[nodiscard]] Expected<void> prepare_schema(bool create);

  std::filesystem::path file_;
  Connection connection_;
};

}  // namespace reenact::study
