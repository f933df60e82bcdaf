#pragma once

#include <optional>

/// Days until a delivery; `express` overrides the distance.
int days(int distance, std::optional<int> express);
