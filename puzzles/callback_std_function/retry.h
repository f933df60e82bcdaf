#pragma once

#include <functional>

/// Tries an action up to so many times; returns the number of attempts.
int retry(int times, const std::function<bool(int attempt)>& action);
