#pragma once

#include <istream>

/// Reads "columns rows" and returns the number of cells.
int read_table(std::istream& in);
