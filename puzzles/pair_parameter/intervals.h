#pragma once

#include <utility>

/// How many numbers lie in both intervals, ends included. Each is written from its lower to its upper end.
int overlap(const std::pair<int, int>& one, std::pair<int, int> other);
