#pragma once

#include <string>

/// Reads lines of key=value; returns how many are known.
int read_settings(const std::string& text);
