#include <SQLiteCpp/SQLiteCpp.h>

int main() {
  SQLite::Database db(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  SQLite::Statement query(db, "SELECT 1");
  return query.getColumn(0).getInt();
}
