// Options that a struct declares (base/declare.h) as command line options, as help, and as a replay line.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/declare.h"
#include "base/error.h"
#include "cli/replay.h"

namespace reenact::cli {

/// Declared options of one command. They are left out of `--help`; `--help-search` shows them alone, in their groups.
class DeclaredOptions final : public OptionVisitor {
 public:
  /// `command` must outlive it, and so must the fields that are declared. Adds `--help-search`.
  explicit DeclaredOptions(CLI::App& command);

  void begin_group(std::string_view title, std::initializer_list<std::string_view> heeded_by) override;
  void number(std::string_view name, std::size_t& value, Range<std::size_t> range, std::string_view help) override;
  void real(std::string_view name, double& value, Range<double> range, std::string_view help) override;
  void toggle(std::string_view name, bool& value, std::string_view help) override;
  void choice(std::string_view name, std::string& value, const std::vector<std::string>& among,
              std::string_view help) override;

  /// Writes what was given into the fields. Not before: what stands for several options (--as-published) is settled first.
  void apply() const;
  /// Error: an option was given that none of `strategies` heeds, so that it would be ignored. What is given as switched off
  /// (0, none, --no-...) is what those strategies do anyway.
  [[nodiscard]] Expected<void> check_heeded(const std::vector<std::string>& strategies) const;

 private:
  struct Declared {
    CLI::Option* option;
    std::string title;
    std::vector<std::string> heeded_by;
    std::string values;  // that are allowed: " (1 to 30)"
    std::function<void()> assign;
  };
  void add(CLI::Option* option, std::string default_text, std::string values, std::function<void()> assign);
  void show_search_help() const;

  CLI::App& command_;
  std::string title_;
  std::vector<std::string> heeded_by_;
  std::vector<Declared> declared_;
};

/// Adds to a replay line the declared options that differ from their defaults: first visit the defaults, then the values.
class DeclaredReplay final : public OptionVisitor {
 public:
  explicit DeclaredReplay(Replay& replay) : replay_(replay) {}
  /// From now on values are compared with what was visited before.
  void end_of_defaults() { at_ = 0, is_comparing_ = true; }

  void begin_group(std::string_view, std::initializer_list<std::string_view>) override {}
  void number(std::string_view name, std::size_t& value, Range<std::size_t>, std::string_view) override {
    visit(fmt::format("{} {}", name, value));
  }
  void real(std::string_view name, double& value, Range<double>, std::string_view) override {
    visit(fmt::format("{} {}", name, value));
  }
  void toggle(std::string_view name, bool& value, std::string_view) override {
    visit(fmt::format("--{}{}", value ? "" : "no-", name));
  }
  void choice(std::string_view name, std::string& value, const std::vector<std::string>&, std::string_view) override {
    visit(fmt::format("{} {}", name, value));
  }

 private:
  void visit(std::string text) {
    if (!is_comparing_)
      defaults_.push_back(std::move(text));
    else if (text != defaults_[at_++])
      replay_.add_flag(text, true);
  }

  Replay& replay_;
  std::vector<std::string> defaults_;
  std::size_t at_ = 0;
  bool is_comparing_ = false;
};

/// `declare(options, visitor)` for a replay line.
template <typename Options>
void add_declared(Replay& replay, Options options) {
  DeclaredReplay visitor(replay);
  Options usual;
  declare(usual, visitor);
  visitor.end_of_defaults();
  declare(options, visitor);
}

}  // namespace reenact::cli
