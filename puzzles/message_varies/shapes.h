#pragma once

#include <string>

/// Corners of a shape by its name. The message of the report names a shape; any unknown one crashes alike.
int corners_of(const std::string& shape);
