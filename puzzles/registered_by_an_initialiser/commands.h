#pragma once
#include <string>
#include <vector>

/// What the command of that name makes of the numbers. Throws std::invalid_argument if there is none.
int run_command(const std::string& name, const std::vector<int>& numbers);
