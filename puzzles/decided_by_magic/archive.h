#pragma once

#include <cstddef>

/// How many entries an archive has that is held in memory; -1 if it is none.
int count_entries(const unsigned char* data, std::size_t size);
