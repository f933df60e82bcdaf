#pragma once

#include <string>

/// Counts letters outside quotes.
int count_plain(const std::string& text);
