#pragma once

namespace sql {

/// Where the first statement of a text ends. Only texts with a semicolon have one.
int statement_end(const char* text);

}  // namespace sql
