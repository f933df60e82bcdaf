#include "testcase/keeping.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <string_view>

#include "base/text.h"

namespace reenact {
namespace {

constexpr std::array<std::string_view, 3> kRegisters{"attach", "register", "subscribe"};
constexpr std::array<std::string_view, 10> kAdds{"add",     "set",   "on",      "connect", "listen",
                                                 "observe", "watch", "install", "hook",    "bind"};
constexpr std::array<std::string_view, 12> kEnds{"remove",      "detach",     "unregister", "deregister",
                                                 "unsubscribe", "disconnect", "unset",      "clear",
                                                 "reset",       "unhook",     "unlink",     "erase"};
constexpr std::array<std::string_view, 7> kKept{"listener", "observer", "handler", "subscriber",
                                                "callback", "delegate", "sink"};

bool is_lower(char c) { return std::islower(static_cast<unsigned char>(c)) != 0; }
char to_lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

/// Is one of `words` a word of `name` ("addListener", "bell_add")? Looked at for each test that is run: nothing is allocated.
bool has_word(std::string_view name, std::span<const std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) {
    for (std::size_t i = 0; i + word.size() <= name.size(); ++i) {
      const bool begins = i == 0 || !std::isalpha(static_cast<unsigned char>(name[i - 1])) ||
                          (is_lower(name[i - 1]) && !is_lower(name[i]));
      const std::size_t end = i + word.size();
      if (begins && (end == name.size() || !is_lower(name[end])) &&
          std::ranges::equal(name.substr(i, word.size()), word, {}, to_lower))
        return true;
    }
    return false;
  });
}

bool is_call_of_subject(const Callable& callable) {
  return (callable.kind == CallableKind::kMethod || callable.kind == CallableKind::kFunction) &&
         callable.parameters.size() > 1;
}

bool takes_callback(const Callable& callable, const ApiModel& api) {
  return std::ranges::any_of(callable.parameters, [&](const Parameter& each) {
    return std::ranges::any_of(each.sources, [&](const Source& source) {
      return api[source.type].kind == TypeKind::kCallback || api[source.type].spelling.starts_with("std::function<");
    });
  });
}

/// An object that the call may remember: given by its address, to be changed.
bool can_be_kept(const Parameter& parameter, const ApiModel& api) {
  const Type& type = api[parameter.type];
  if (parameter.owns || parameter.releases) return false;
  if (type.kind == TypeKind::kPointer) return !type.spelling.starts_with("const ");
  // A reference that only reads takes what a pointer to const leads to, too.
  return type.kind == TypeKind::kObject && !parameter.by_value &&
         std::ranges::none_of(parameter.sources,
                              [&](const Source& each) { return api[each.type].spelling.starts_with("const "); });
}

class Keeping {
 public:
  Keeping(const TestCase& test, const ApiModel& api) : test_(test), api_(api) {}

  std::vector<EarlyEnd> find() {
    for (std::size_t i = 0; i < test_.size(); ++i) {
      const Statement& call = test_.statements[i];
      if (call.kind != StatementKind::kCall || !is_call_of_subject(api_[call.callable])) continue;
      if (argument(i, 0).mode == PassMode::kNull || !may_end_early(i)) continue;
      const Callable& callable = api_[call.callable];
      const std::string_view name = unqualified(callable.name);
      const bool registers = has_word(name, kRegisters), adds = has_word(name, kAdds);
      if (!(registers || adds) || has_word(name, kEnds)) continue;
      const bool is_callbacks = registers || takes_callback(callable, api_);
      for (std::uint32_t k = 1; k < call.count; ++k)
        if (can_be_kept(callable.parameters[k], api_) &&
            (is_callbacks || has_word(api_[callable.parameters[k].type].spelling, kKept)))
          check(i, k);
    }
    return std::move(found_);
  }

 private:
  [[nodiscard]] const Argument& argument(std::size_t call, std::size_t k) const {
    return test_.arguments[test_.statements[call].first + k];
  }
  [[nodiscard]] bool is_local_object(const Argument& argument) const {
    return argument.mode == PassMode::kAddress && api_[test_[argument.source].type].kind == TypeKind::kObject;
  }
  [[nodiscard]] static bool is_same(const Argument& argument, const Argument& other) {
    return argument.mode != PassMode::kNull && argument.mode != PassMode::kLength && argument.source == other.source;
  }

  /// Before names are looked at: most calls register nothing, and nothing ends.
  [[nodiscard]] bool may_end_early(std::size_t i) const {
    const Argument& keeper = argument(i, 0);
    for (std::size_t k = 1; k < test_.statements[i].count; ++k) {
      const Argument& given = argument(i, k);
      if (given.mode == PassMode::kNull || is_same(given, keeper)) continue;
      if (is_local_object(keeper) && is_local_object(given) && keeper.source < given.source) return true;
      if (first_use(i + 1, given, true) || frees(given, nullptr)) return true;
    }
    return false;
  }

  /// Is it a callback that frees what it is given; of `type`, if that is not null?
  [[nodiscard]] bool frees(const Argument& callback, const TypeId* type) const {
    if (callback.mode == PassMode::kNull) return false;
    const Statement& maker = test_[callback.source];
    if (maker.kind != StatementKind::kCall || api_[maker.callable].kind != CallableKind::kCallback) return false;
    return std::ranges::any_of(api_[maker.callable].parameters, [&](const Parameter& each) {
      return each.releases && each.sources.empty() && (type == nullptr || each.type == *type);
    });
  }

  /// The first call from `from` on that gets the keeper, the object itself or somebody else who got the object.
  [[nodiscard]] std::optional<std::pair<std::size_t, std::uint32_t>> next_to_meet(std::size_t from,
                                                                                  const Argument& keeper,
                                                                                  const Argument& object) const {
    auto nearest = first_use(from, keeper, false);
    const auto take = [&](const auto& other) {
      if (other && (!nearest || *other < *nearest)) nearest = other;
    };
    take(first_use(from, object, false));
    for (const Statement& each : test_.statements) {
      const auto arguments = test_.arguments_of(each);
      for (std::size_t k = 1; k < arguments.size(); ++k)
        if (is_same(arguments[k], object) && arguments[0].mode != PassMode::kNull)
          take(first_use(from, arguments[0], false));
    }
    return nearest;
  }

  /// `bell_add(bell, <frees its listener>, listener)`: when the bell was used once, the listener may be gone.
  void check_callbacks(std::size_t i, std::uint32_t k) {
    const Argument& keeper = argument(i, 0);
    const TypeId type = api_[test_.statements[i].callable].parameters[k].type;
    for (std::size_t other = 1; other < test_.statements[i].count; ++other) {
      if (!frees(argument(i, other), &type)) continue;
      const auto first = first_use(i + 1, keeper, false);
      const auto second = first ? next_to_meet(first->first + 1, keeper, argument(i, k)) : std::nullopt;
      if (!second || is_ended(i + 1, second->first, keeper, argument(i, k))) continue;
      found_.push_back(
          {i, argument(i, k).source.index(), argument(i, other).source.index(), second->first, second->second});
      return;
    }
  }

  /// The first call from `from` on that gets that variable; `releasing`: that frees it.
  [[nodiscard]] std::optional<std::pair<std::size_t, std::uint32_t>> first_use(std::size_t from,
                                                                               const Argument& variable,
                                                                               bool releasing) const {
    for (std::size_t i = from; i < test_.size(); ++i) {
      const Statement& call = test_.statements[i];
      if (call.kind != StatementKind::kCall) continue;
      for (std::uint32_t k = 0; k < call.count; ++k)
        if (is_same(argument(i, k), variable) && (!releasing || api_[call.callable].parameters[k].releases))
          return std::pair(i, k);
    }
    return std::nullopt;
  }

  [[nodiscard]] bool is_ended(std::size_t from, std::size_t to, const Argument& keeper, const Argument& object) const {
    for (std::size_t i = from; i < to; ++i) {
      const Statement& call = test_.statements[i];
      if (call.kind != StatementKind::kCall || !has_word(unqualified(api_[call.callable].name), kEnds)) continue;
      for (const Argument& each : test_.arguments_of(call))
        if (is_same(each, keeper) || is_same(each, object)) return true;
    }
    return false;
  }

  void check(std::size_t i, std::uint32_t k) {
    const Argument &keeper = argument(i, 0), &object = argument(i, k);
    if (object.mode == PassMode::kNull || object.mode == PassMode::kLength || is_same(object, keeper)) return;
    const std::size_t source = object.source.index();
    if (test_.statements[source].kind != StatementKind::kCall ||
        std::ranges::find(found_, source, &EarlyEnd::object) != found_.end())
      return;
    const bool is_method = api_[test_.statements[i].callable].kind == CallableKind::kMethod;
    if (const auto release = first_use(i + 1, object, true)) {
      const auto user = first_use(release->first + 1, keeper, false);
      // What gets both knows what it does.
      const bool is_told = std::ranges::any_of(test_.arguments_of(test_.statements[release->first]),
                                               [&](const Argument& each) { return is_same(each, keeper); });
      if (user && !is_told && !is_ended(i + 1, release->first, keeper, object))
        found_.push_back({i, source, release->first, user->first, user->second});
    } else if (is_method && is_local_object(keeper) && is_local_object(object) && keeper.source < object.source &&
               !is_ended(i + 1, test_.size(), keeper, object)) {
      found_.push_back({i, source, std::nullopt, std::nullopt, k});
    } else {
      check_callbacks(i, k);
    }
  }

  const TestCase& test_;
  const ApiModel& api_;
  std::vector<EarlyEnd> found_;
};

}  // namespace

std::vector<EarlyEnd> early_ends(const TestCase& test, const ApiModel& api) { return Keeping(test, api).find(); }

}  // namespace reenact
