// Which exceptions functions of the standard library throw.
#pragma once

#include <string>
#include <string_view>

namespace reenact {

/// The exception that a function of libstdc++ or libc++ is there to throw: "std::out_of_range" of std::__throw_out_of_range_fmt.
/// `function`: its name as a debugger shows it, or its linkage name. Empty: it throws none, or not one alone.
[[nodiscard]] std::string thrown_by(std::string_view function);

}  // namespace reenact
