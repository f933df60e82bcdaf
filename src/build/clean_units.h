// The subject as the project builds it, as far as tests need it. A linker takes from units what it takes from an archive; what it
// does not take need not be compiled.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "build/build.h"
#include "build/clean_build.h"
#include "build/symbols.h"

namespace reenact {

/// How `commands` compile without our probes, and how tests of them compile and link; without objects. Tests have the
/// macros and folders of `includers`, too, which are no sources of the subject.
[[nodiscard]] TestBuild describe_clean_build(const std::vector<CompileCommand>& commands, const SubjectOptions& options,
                                             const std::vector<CompileCommand>& includers = {});

class CleanUnits {
 public:
  /// Reads what the units of the instrumented build (from the cache, or built) define; compiles nothing else. Errors: as
  /// build_units.
  [[nodiscard]] static Expected<CleanUnits> open(const SubjectOptions& options);
  /// The same units with other sanitizers, and without optimisation if `optimised` is false.
  [[nodiscard]] CleanUnits with(const Sanitizers& sanitizers, bool optimised = true) const;

  /// What of a unit decides whether it is borrowed: its source, and the functions and variables that it defines.
  using Choice = std::function<bool(const std::filesystem::path& source, const std::vector<std::string>& defined)>;
  /// Takes the objects that `others`, the same units built otherwise, has of units that `is_borrowed`, instead of compiling these. They come last among
  /// the objects, so that of the copies of inline functions a linker takes our own.
  void borrow(const CleanUnits& others, const Choice& is_borrowed);

  /// How tests and all units are compiled; without objects.
  [[nodiscard]] TestBuild description() const;
  /// Compiles, `jobs` at a time, what a link needs whose other objects lack `undefined`. The objects, in the database's order, borrowed ones last;
  /// those of earlier calls are among them. Errors: kInterrupted, or none of the units compiles.
  [[nodiscard]] Expected<std::vector<std::filesystem::path>> objects_for(const std::vector<std::string>& undefined,
                                                                         unsigned jobs);
  /// As objects_for(), for a file that is not compiled yet and calls `functions`: inline ones it will have itself.
  [[nodiscard]] Expected<std::vector<std::filesystem::path>> objects_for_calls(
      const std::vector<std::string>& functions, unsigned jobs);
  /// Compiles the same beforehand, one by one, until `hurry` is set; all units if `functions` is empty. What goes wrong,
  /// objects_for_calls() says.
  void build_ahead(const std::vector<std::string>& functions, const std::atomic<bool>& hurry);
  /// All units, as objects_for().
  [[nodiscard]] Expected<std::vector<std::filesystem::path>> all_objects(unsigned jobs);

 private:
  struct Unit {
    CompileCommand command;
    bool is_known = false;  // what it defines; else the instrumented build has failed
    bool is_tried = false;  // compiled clean
    bool is_borrowed = false;
    std::filesystem::path object;  // empty: not compiled, or not to be compiled
  };

  /// The unit that stands for a library of headers: to be linked if it defines anything that these only declare.
  Expected<void> add_stand_in(const BuiltUnit& unit);
  explicit CleanUnits(SubjectOptions options) : options_(std::move(options)) {}
  [[nodiscard]] std::set<std::size_t> wanted(const std::vector<std::string>& undefined) const;
  /// Of `functions`, those that a unit defines for others.
  [[nodiscard]] std::vector<std::string> not_inline(const std::vector<std::string>& functions) const;
  Expected<void> build(const std::set<std::size_t>& units, unsigned jobs);
  /// The objects so far.
  [[nodiscard]] Expected<std::vector<std::filesystem::path>> made() const;

  SubjectOptions options_;
  std::vector<Unit> units_;
  std::vector<CompileCommand> includers_;  // stand-ins of which nothing is linked
  std::optional<Error> failure_;           // why of some units none was compiled
  std::vector<Symbols> symbols_;           // by unit: of the instrumented object, then of the clean one
};

}  // namespace reenact
