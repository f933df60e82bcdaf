// The command line that repeats a run.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/files.h"

namespace reenact::cli {

/// Collects the options of a command; those that have their usual value are left out.
class Replay {
 public:
  /// `start`: the command's name and what always stands behind it, quoted for a shell where that is needed.
  explicit Replay(std::string start) : text_(std::move(start)) {}

  template <typename Value>
  void add_always(std::string_view option, const Value& value) {
    text_ += fmt::format(" {} {}", option, value);
  }
  template <typename Value>
  void add(std::string_view option, const Value& value, const Value& usual) {
    if (value != usual) add_always(option, value);
  }
  /// Left out if `value` is empty.
  void add_text(std::string_view option, const std::string& value) {
    if (!value.empty()) text_ += fmt::format(" {} {}", option, shell_word(value));
  }
  void add_each(std::string_view option, const std::vector<std::string>& values) {
    for (const std::string& value : values) add_text(option, value);
  }
  void add_flag(std::string_view option, bool given) {
    if (given) text_ += fmt::format(" {}", option);
  }
  /// --NAME or --no-NAME, if it is not as usual.
  void add_switch(std::string_view name, bool value, bool usual) {
    if (value != usual) text_ += fmt::format(" --{}{}", value ? "" : "no-", name);
  }

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace reenact::cli
