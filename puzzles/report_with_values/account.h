#pragma once

#include <string>

/// Charges an account by its name. gdb prints the arguments' values, and stumbles over the string.
int charge(const std::string& owner, long amount);
