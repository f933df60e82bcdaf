#include "study/database.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <nlohmann/json.hpp>
#include <string_view>

namespace reenact::study {
namespace {

constexpr int kApplication = 0x7265656e;  // "reen"

constexpr const char* kTables = R"(
  CREATE TABLE study(name TEXT PRIMARY KEY, value INTEGER NOT NULL);
  CREATE TABLE crash(position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, report TEXT NOT NULL, project TEXT NOT NULL,
                     options TEXT NOT NULL, report_text TEXT NOT NULL);
  CREATE TABLE configuration(position INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, options TEXT NOT NULL);
  CREATE TABLE run(crash TEXT NOT NULL REFERENCES crash(id), configuration TEXT NOT NULL REFERENCES configuration(name),
                   repeat INTEGER NOT NULL, seed INTEGER NOT NULL, status TEXT NOT NULL, frames_total INTEGER NOT NULL,
                   frames_reproduced INTEGER NOT NULL, executions INTEGER NOT NULL, statements INTEGER NOT NULL,
                   search_seconds REAL NOT NULL, seconds REAL NOT NULL, error TEXT NOT NULL, engine TEXT NOT NULL,
                   result TEXT NOT NULL, PRIMARY KEY(crash, configuration, repeat));
)";

std::unexpected<Error> failure(sqlite3* connection) {
  const char* file = sqlite3_db_filename(connection, nullptr);
  return usage_error(fmt::format("{}: {}", file != nullptr ? file : "database", sqlite3_errmsg(connection)));
}

/// One statement: bind in order, then step through its rows.
class Query {
 public:
  Query(sqlite3* connection, const char* text) : connection_(connection) {
    ok_ = sqlite3_prepare_v2(connection, text, -1, &statement_, nullptr) == SQLITE_OK;
  }
  ~Query() { sqlite3_finalize(statement_); }
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;

  Query& bind(std::string_view text) {
    ok_ = ok_ && sqlite3_bind_text64(statement_, ++bound_, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8) ==
                     SQLITE_OK;
    return *this;
  }
  Query& bind(double number) {
    ok_ = ok_ && sqlite3_bind_double(statement_, ++bound_, number) == SQLITE_OK;
    return *this;
  }
  template <std::integral Integer>
  Query& bind(Integer number) {
    ok_ = ok_ && sqlite3_bind_int64(statement_, ++bound_, static_cast<sqlite3_int64>(number)) == SQLITE_OK;
    return *this;
  }
  /// True while there is a row.
  Expected<bool> step() {
    const int status = ok_ ? sqlite3_step(statement_) : SQLITE_ERROR;
    if (status == SQLITE_ROW) return true;
    if (status == SQLITE_DONE) return false;
    return failure(connection_);
  }
  /// Runs it to its end.
  Expected<void> run() {
    for (;;) {
      const auto row = step();
      if (!row) return std::unexpected(row.error());
      if (!*row) return {};
    }
  }

  [[nodiscard]] std::string text(int column) const {
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_, column));
    return bytes == nullptr ? ""
                            : std::string(bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)));
  }
  [[nodiscard]] std::int64_t integer(int column) const { return sqlite3_column_int64(statement_, column); }
  [[nodiscard]] unsigned count(int column) const { return static_cast<unsigned>(integer(column)); }
  [[nodiscard]] double real(int column) const { return sqlite3_column_double(statement_, column); }

 private:
  sqlite3* connection_;
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
  bool ok_ = false;
};

Expected<void> execute(sqlite3* connection, const char* text) {
  if (sqlite3_exec(connection, text, nullptr, nullptr, nullptr) != SQLITE_OK) return failure(connection);
  return {};
}

Expected<std::int64_t> number(sqlite3* connection, const char* text) {
  Query statement(connection, text);
  const auto row = statement.step();
  if (!row) return std::unexpected(row.error());
  return *row ? statement.integer(0) : 0;
}

/// All or nothing: rolled back unless committed.
class Transaction {
 public:
  explicit Transaction(sqlite3* connection) : connection_(connection), begun_(execute(connection, "BEGIN IMMEDIATE")) {}
  ~Transaction() {
    if (begun_ && !committed_) sqlite3_exec(connection_, "ROLLBACK", nullptr, nullptr, nullptr);
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  [[nodiscard]] const Expected<void>& begun() const { return begun_; }
  [[nodiscard]] Expected<void> commit() {
    auto done = execute(connection_, "COMMIT");
    committed_ = done.has_value();
    return done;
  }

 private:
  sqlite3* connection_;
  Expected<void> begun_;
  bool committed_ = false;
};

std::string list_text(const std::vector<std::string>& list) {
  return nlohmann::json(list).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}
std::vector<std::string> list_of(const std::string& text) {
  const auto parsed = nlohmann::json::parse(text, nullptr, false);
  std::vector<std::string> result;
  if (parsed.is_array())
    for (const auto& each : parsed)
      if (each.is_string()) result.push_back(each);
  return result;
}

Expected<void> store(sqlite3* connection, const char* name, std::int64_t value) {
  return Query(connection, "INSERT OR REPLACE INTO study VALUES(?, ?)").bind(std::string_view(name)).bind(value).run();
}

}  // namespace

void Database::Close::operator()(sqlite3* connection) const { sqlite3_close(connection); }

Database::Database(std::filesystem::path file, Connection connection)
    : file_(std::move(file)), connection_(std::move(connection)) {}

Expected<Database> Database::open(const std::filesystem::path& file, bool create) {
  std::error_code ignored;
  if (!create && !std::filesystem::exists(file, ignored))
    return usage_error(fmt::format("{}: there is no such database", file.string()));
  sqlite3* raw = nullptr;
  const int flags = SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0);
  const int status = sqlite3_open_v2(file.c_str(), &raw, flags, nullptr);
  Database database(file, Connection(raw));
  if (status != SQLITE_OK) return usage_error(fmt::format("{}: {}", file.string(), sqlite3_errstr(status)));
  sqlite3_busy_timeout(raw, 10'000);
  if (auto ok = database.prepare_schema(create); !ok) return std::unexpected(ok.error());
  return database;
}

Expected<void> Database::prepare_schema(bool create) {
  sqlite3* connection = connection_.get();
  const std::string name = file_.string();
  const auto schema = number(connection, "PRAGMA user_version");
  const auto application = number(connection, "PRAGMA application_id");
  const auto tables = number(connection, "SELECT count(*) FROM sqlite_schema");
  const std::string other = "\n  next step: give another file with --db";
  if (!schema || !application || !tables)
    return usage_error(fmt::format("{}: not a database of a study{}", name, other));
  if (*tables == 0 && create) {
    Transaction transaction(connection);
    if (!transaction.begun()) return transaction.begun();
    if (auto ok = execute(connection, kTables); !ok) return ok;
    const std::string mark = fmt::format("PRAGMA user_version = {}; PRAGMA application_id = {}", kSchema, kApplication);
    if (auto ok = execute(connection, mark.c_str()); !ok) return ok;
    if (auto ok = transaction.commit(); !ok) return ok;
    return execute(connection, "PRAGMA foreign_keys = ON");  // without effect inside a transaction
  }
  if (*application != kApplication) return usage_error(fmt::format("{}: not a database of a study{}", name, other));
  if (*schema > kSchema)
    return usage_error(
        fmt::format("{}: made by a newer reenact: its schema is {}, this one knows {}\n  next step: use that version, "
                    "or give another "
                    "file with --db",
                    name, *schema, kSchema));
  return execute(connection, "PRAGMA foreign_keys = ON");
}

Expected<std::optional<Plan>> Database::plan() const {
  sqlite3* connection = connection_.get();
  const auto repeats = number(connection, "SELECT value FROM study WHERE name = 'repeats'");
  if (!repeats) return std::unexpected(repeats.error());
  if (*repeats == 0) return std::nullopt;
  const auto budget = number(connection, "SELECT value FROM study WHERE name = 'budget_ms'");
  const auto seed = number(connection, "SELECT value FROM study WHERE name = 'seed'");
  if (!budget || !seed) return failure(connection);
  Plan plan;
  plan.repeats = static_cast<unsigned>(*repeats);
  plan.budget = std::chrono::milliseconds(*budget);
  plan.seed = static_cast<std::uint64_t>(*seed);
  Query crashes(connection, "SELECT id, report, project, report_text, options FROM crash ORDER BY position");
  for (;;) {
    const auto row = crashes.step();
    if (!row) return std::unexpected(row.error());
    if (!*row) break;
    plan.crashes.push_back(
        {crashes.text(0), crashes.text(1), crashes.text(2), crashes.text(3), list_of(crashes.text(4))});
  }
  Query configurations(connection, "SELECT name, options FROM configuration ORDER BY position");
  for (;;) {
    const auto row = configurations.step();
    if (!row) return std::unexpected(row.error());
    if (!*row) break;
    plan.configurations.push_back({.name = configurations.text(0), .options = list_of(configurations.text(1))});
  }
  return plan;
}

Expected<void> Database::set_plan(const Plan& plan) {
  sqlite3* connection = connection_.get();
  const auto stored = this->plan();
  if (!stored) return std::unexpected(stored.error());
  Transaction transaction(connection);
  if (!transaction.begun()) return transaction.begun();
  if (auto ok = store(connection, "repeats", plan.repeats); !ok) return ok;
  if (*stored) return transaction.commit();
  if (auto ok = store(connection, "budget_ms", plan.budget.count()); !ok) return ok;
  if (auto ok = store(connection, "seed", static_cast<std::int64_t>(plan.seed)); !ok) return ok;
  for (std::size_t i = 0; i < plan.crashes.size(); ++i) {
    const PlannedCrash& crash = plan.crashes[i];
    Query insert(connection, "INSERT INTO crash VALUES(?, ?, ?, ?, ?, ?)");
    insert.bind(i).bind(crash.id).bind(crash.report).bind(crash.project);
    if (auto ok = insert.bind(list_text(crash.options)).bind(crash.report_text).run(); !ok) return ok;
  }
  for (std::size_t i = 0; i < plan.configurations.size(); ++i) {
    const Configuration& configuration = plan.configurations[i];
    Query insert(connection, "INSERT INTO configuration VALUES(?, ?, ?)");
    if (auto ok = insert.bind(i).bind(configuration.name).bind(list_text(configuration.options)).run(); !ok) return ok;
  }
  return transaction.commit();
}

Expected<std::vector<Run>> Database::runs() const {
  Query select(connection_.get(),
               "SELECT crash, configuration, repeat, seed, status, frames_total, frames_reproduced, executions, "
               "statements, search_seconds, seconds, error, engine, result FROM run");
  std::vector<Run> result;
  for (;;) {
    const auto row = select.step();
    if (!row) return std::unexpected(row.error());
    if (!*row) return result;
    result.push_back({select.text(0), select.text(1), select.count(2), static_cast<std::uint64_t>(select.integer(3)),
                      select.text(4), select.count(5), select.count(6), static_cast<std::uint64_t>(select.integer(7)),
                      select.count(8), select.real(9), select.real(10), select.text(11), select.text(12),
                      select.text(13)});
  }
}

Expected<void> Database::add(const Run& run) {
  Query insert(connection_.get(), "INSERT INTO run VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  insert.bind(run.crash).bind(run.configuration).bind(run.repeat).bind(run.seed).bind(run.status);
  insert.bind(run.frames_total).bind(run.frames_reproduced).bind(run.executions).bind(run.statements);
  insert.bind(run.search_seconds).bind(run.seconds).bind(run.error).bind(run.engine).bind(run.result);
  return insert.run();
}

}  // namespace reenact::study
