#pragma once

#include <vector>

/// Twice the signed area of a polygon given as x0, y0, x1, y1, ….
int area(const std::vector<int>& coordinates);
