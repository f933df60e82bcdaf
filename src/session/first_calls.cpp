#include "session/first_calls.h"

#include <llvm/Demangle/Demangle.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <numeric>
#include <optional>
#include <ranges>
#include <set>
#include <utility>

#include "crash/match.h"
#include "generate/construction_cost.h"

namespace reenact {
namespace {

/// Is the function behind the call a template's instantiation, or a member of one?
bool instantiates(const Callable& callable) {
  llvm::ItaniumPartialDemangler name;
  if (callable.linkage_name.empty() || name.partialDemangle(callable.linkage_name.c_str()) || !name.isFunction())
    return false;
  const auto text_of = [](char* text) {
    std::string result = text == nullptr ? "" : text;
    std::free(text);
    return result;
  };
  std::string whole = text_of(name.getFunctionName(nullptr, nullptr));
  const std::string last = text_of(name.getFunctionBaseName(nullptr, nullptr));
  if (const auto at = whole.rfind(last); last.starts_with("operator") && at != std::string::npos)
    whole.erase(at, last.size());  // "operator<<"
  return whole.contains('<');
}

/// What it costs to compile a thunk that calls it, in parts of kMostCost. A template's instantiation is compiled there with all that it
/// instantiates in turn; of an inline function, what is not inlined anyway.
std::size_t cost_of(const Callable& callable) {
  if (!callable.usable) return 0;
  return instantiates(callable) ? kInstantiationCost : callable.compiles_body ? kInlineCost : 0;
}

/// "a::B" of "a::B::f"; empty: it has no scope.
std::string scope_of(const std::string& plain) {
  const auto at = plain.rfind("::");
  return at == std::string::npos ? std::string() : plain.substr(0, at);
}

bool changes_one_of(const std::set<TypeId>& objects, const Callable& callable) {
  return callable.mutates_object && !callable.parameters.empty() &&
         std::ranges::any_of(callable.parameters.front().sources,
                             [&](const Source& source) { return objects.contains(source.type); });
}

class Choice {
 public:
  Choice(const ApiModel& api, std::size_t most) : api_(api), most_(most), costs_(api), chosen_(api.callables.size()) {
    for (const Callable& callable : api.callables) {
      plain_.push_back(callable.linkage_name.empty() ? callable.name : plain_name(callable.linkage_name));
      cost_.push_back(cost_of(callable));
      if (is_loop(callable)) {
        cost_.back() = kInlineCost;
        loops_.emplace(std::pair(callable.owner, callable.name), callable.id);
      }
    }
  }

  [[nodiscard]] bool is_needed() const { return std::accumulate(cost_.begin(), cost_.end(), std::size_t{0}) > most_; }

  /// False: no call has to do with `functions`, innermost first.
  bool begin_with(const std::vector<std::string>& functions) {
    std::vector<std::string> scopes;  // of those that are no calls
    std::set<std::string> seen;
    for (const std::string& function : functions) {
      const Frame frame{.function = plain_name(function)};
      if (!seen.insert(frame.function).second) continue;  // an exhausted stack repeats itself
      const std::size_t before = reported_.size();
      take_reported([&](const Callable& each) {
        return !each.linkage_name.empty() && same_function(Frame{.function = plain_of(each)}, frame);
      });
      const std::string scope = scope_of(frame.function);
      if (reported_.size() == before && !scope.empty() && seen.insert(scope + "::").second) scopes.push_back(scope);
    }
    // Users call the outermost.
    for (const std::string& each : std::views::reverse(scopes)) {
      const Frame scope{.function = each};
      take_reported(
          [&](const Callable& call) { return same_function(Frame{.function = scope_of(plain_of(call))}, scope); });
    }
    return !reported_.empty();
  }

  void add_what_goes_with_them() {
    std::set<std::string> owners;
    std::set<TypeId> objects;
    for (const CallableId id : reported_) {
      owners.insert(api_[id].owner);
      for (const Parameter& parameter : api_[id].parameters)
        for (const Source& source : parameter.sources) objects.insert(source.type);
    }
    take_if([&](const Callable& each) { return changes_one_of(objects, each); });
    add_makers();
    add_elements();
    take_if([&](const Callable& each) { return owners.contains(each.owner); });
    take_if([](const Callable&) { return true; });
  }

  [[nodiscard]] std::vector<CallableId> left() const {
    std::vector<CallableId> result;
    for (std::size_t i = 0; i < cost_.size(); ++i)
      if (cost_[i] > 0 && !chosen_[i]) result.emplace_back(i);
    return result;
  }

 private:
  [[nodiscard]] const std::string& plain_of(const Callable& callable) const { return plain_[callable.id.index()]; }

  template <typename Wanted>
  void take_if(Wanted wanted) {
    for (const Callable& each : api_.callables)
      if (each.usable && wanted(each)) take(each.id);
  }

  /// Each call with what makes its arguments, so that many overloads of a reported function leave room for objects to call
  /// them with; and for what changes these, half of all.
  template <typename Wanted>
  void take_reported(Wanted wanted) {
    for (const Callable& each : api_.callables) {
      const bool is_paid = cost_[each.id.index()] == 0 || 2 * taken_ < most_;
      if (!each.usable || !is_paid || !wanted(each)) continue;
      take(each.id);
      reported_.push_back(each.id);
      add_makers();
    }
  }

  /// What costs nothing is there anyway; in the order it counts for what goes with it.
  void take(CallableId id) {
    const std::size_t cost = cost_[id.index()];
    if (chosen_[id.index()] || is_loop(api_[id]) || (cost > 0 && taken_ + cost > most_)) return;
    chosen_[id.index()] = true;
    taken_ += cost;
    order_.push_back(id);
    if (const auto local = local_twin(id); local && !chosen_[local->index()]) {
      chosen_[local->index()] = true;  // the same constructor, compiled anyway
      order_.push_back(*local);
    }
    const auto [first, last] = loops_.equal_range({api_[id].owner, api_[id].name});
    for (auto each = first; each != last; ++each) chosen_[each->second.index()] = true;  // nor do these compile more
  }

  /// Of `new T(1)` `T t(1)`, which the builder adds right in front of it, and which a test is to end with.
  [[nodiscard]] std::optional<CallableId> local_twin(CallableId id) const {
    if (id.value == 0 || !makes_with_new(api_[id])) return std::nullopt;
    const CallableId local(id.value - 1);
    const bool is_twin = api_[local].usable && "new " + api_[local].expression == api_[id].expression;
    return is_twin ? std::optional(local) : std::nullopt;
  }

  /// What fills the containers that arguments may come from, and makes their elements: `add(std::vector<std::vector<Point>>)` asks
  /// for `points.push_back(Point())`.
  void add_elements() {
    std::size_t seen = 0;
    std::set<TypeId> containers;
    while (seen < order_.size()) {
      for (; seen < order_.size(); ++seen)
        for (const Parameter& parameter : api_[order_[seen]].parameters)
          for (const Source& source : parameter.sources) containers.insert(source.type);
      take_if([&](const Callable& each) { return each.owner == "std" && changes_one_of(containers, each); });
      add_makers();
    }
  }

  /// For each type that arguments may come from, the cheapest ways to make one.
  void add_makers() {
    constexpr std::size_t kWays = 3;
    for (; made_ < order_.size(); ++made_)
      for (const Parameter& parameter : api_[order_[made_]].parameters)
        for (const Source& source : parameter.sources) {
          if (is_literal(api_[source.type])) continue;
          std::vector<CallableId> ways = api_.producers[source.type.index()];
          std::ranges::sort(ways, {}, [&](CallableId id) { return std::pair(costs_.of(id), id.value); });
          for (std::size_t i = 0; i < ways.size() && i < kWays; ++i)
            if (costs_.can_make(ways[i])) take(ways[i]);
        }
  }

  const ApiModel& api_;
  std::size_t most_;
  ConstructionCosts costs_;
  std::vector<std::string> plain_;  // by CallableId
  std::vector<std::size_t> cost_;   // by CallableId
  std::vector<bool> chosen_;        // by CallableId
  std::vector<CallableId> order_, reported_;
  std::multimap<std::pair<std::string, std::string>, CallableId> loops_;  // by the owner and name of what they repeat
  std::size_t taken_ = 0;                                                 // costs of those chosen
  std::size_t made_ = 0;  // of `order_`, those whose arguments have their makers
};

}  // namespace

std::vector<CallableId> calls_for_later(const ApiModel& api, const std::vector<std::string>& functions,
                                        std::size_t most) {
  Choice choice(api, most);
  if (!choice.is_needed() || (!functions.empty() && !choice.begin_with(functions))) return {};
  choice.add_what_goes_with_them();
  return choice.left();
}

}  // namespace reenact
