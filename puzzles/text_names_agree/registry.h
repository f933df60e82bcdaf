#pragma once
#include <string>

/// Reads lines `name:` that declare a node, and `name=value` that give a declared node its value.
int read_registry(const std::string& text);
