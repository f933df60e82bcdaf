// (buffer, length): two parameters of a call. And arrays that others tell the length of: `area(xs, ys, n)`, `mean(pixels, width, height)`.
#pragma once

#include <clang/AST/Decl.h>

#include <cstddef>
#include <cstdint>

#include "api/api_model.h"

namespace reenact::api {

/// Makes `buffer`, the callable's parameter `buffer_index`, and `length` a pair: where `buffer` takes texts or numbers,
/// their length comes with them.
void pair_up(const ApiModel& api, Parameter& buffer, Parameter& length, std::uint32_t buffer_index);

/// Tells arrays without a length of their own who measures them (Parameter::measured_by): the count of the array beside them, or a
/// product, as the comment or the names say. The first `count` parameters of `function` are those of `callable` from `first` on.
/// REQUIRES: lengths are paired up.
void measure_arrays(const ApiModel& api, Callable& callable, const clang::FunctionDecl* function, std::size_t first,
                    std::size_t count);

}  // namespace reenact::api
