#pragma once
#include <string>

/// Runs words: `let NAME` declares a variable, `show NAME` shows one. Names have four characters or more.
int run_script(const std::string& text);
