#ifndef WATCH_H
#define WATCH_H

#include <chrono>
#include <filesystem>

int watch(const std::filesystem::path& folder, std::chrono::milliseconds every);

#endif
