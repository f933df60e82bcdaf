#pragma once
#include <map>
#include <string>
#include <vector>

using Command = int (*)(const std::vector<int>& numbers);

std::map<std::string, Command>& registry();
