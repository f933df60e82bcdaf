#ifndef MEAN_H
#define MEAN_H

#include <any>
#include <span>

int mean(std::span<const int> numbers, const std::any& unit);

#endif
