#pragma once

#include <map>
#include <string>

/// The dearest thing.
std::string dearest(const std::map<std::string, int>& prices);
