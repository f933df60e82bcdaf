#pragma once

#include <string>
#include <vector>

/// Parts of a text.
std::vector<std::string> split(const std::string& text, char separator = ',', int at_most = 8,
                               bool strict = true);
