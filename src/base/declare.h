// Options that are declared once: a struct tells its fields' names, ranges and meaning to a visitor, and the command line,
// `--help`, the check for options that would be ignored, the replay line and the table in the documents are visitors.
//
//   struct BeaconOptions { std::size_t population = 64; };
//   void declare(BeaconOptions& options, OptionVisitor& visitor) {
//     visitor.begin_group("Beacon");
//     visitor.number("--population", options.population, {1, 10000}, "Tests per generation");
//   }
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace reenact {

/// Least and most allowed value, both included.
template <typename Value>
struct Range {
  Value least, most;
};

class OptionVisitor {
 public:
  virtual ~OptionVisitor() = default;
  /// The options behind it belong to a group of that title. `heeded_by`: the strategies that use them; empty: all do.
  virtual void begin_group(std::string_view title, std::initializer_list<std::string_view> heeded_by = {}) = 0;
  virtual void number(std::string_view name, std::size_t& value, Range<std::size_t> range, std::string_view help) = 0;
  virtual void real(std::string_view name, double& value, Range<double> range, std::string_view help) = 0;
  /// `--NAME` and `--no-NAME`; `name` is without dashes. `help` says what it does when on.
  virtual void toggle(std::string_view name, bool& value, std::string_view help) = 0;
  virtual void choice(std::string_view name, std::string& value, const std::vector<std::string>& among,
                      std::string_view help) = 0;
};

}  // namespace reenact
