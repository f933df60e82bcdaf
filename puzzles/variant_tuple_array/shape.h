#ifndef SHAPE_H
#define SHAPE_H

#include <array>
#include <string>
#include <tuple>
#include <variant>

int area(const std::variant<int, std::string>& side, const std::tuple<int, bool>& scale, std::array<int, 3> corners);

#endif
