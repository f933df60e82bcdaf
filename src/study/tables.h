// An analysis as tables: text for a terminal, CSV (RFC 4180), Markdown.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "study/analysis.h"

namespace reenact::study {

enum class Format { kText, kCsv, kMarkdown };

struct Table {
  std::string name;   // one word, as --table takes it
  std::string title;  // a sentence
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;
};

/// The names of all tables.
[[nodiscard]] const std::vector<std::string>& table_names();
/// "crashes", "comparisons", "overall", "overall-comparisons", "significant", and the raw "runs".
[[nodiscard]] std::vector<Table> tables_of(const Analysis& study, const std::vector<Run>& runs);
/// A single CSV table is nothing but its rows; text and Markdown have the title above.
[[nodiscard]] std::string format_table(const Table& table, Format format);
/// What a reader must know besides the tables: how many runs, the budget, what is missing. One line each.
[[nodiscard]] std::vector<std::string> remarks_of(const Analysis& study);

}  // namespace reenact::study
