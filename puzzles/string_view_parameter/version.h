#pragma once

#include <string_view>

/// Number of parts in "1.2.3".
int version_parts(std::string_view version);
