#include "api/contracts/callers.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "api/contracts/length_pairs.h"
#include "api/contracts/lifetimes.h"

namespace reenact {
namespace {

using Pair = std::pair<std::uint32_t, std::uint32_t>;  // pointer, number

/// In which units a length counts.
struct Units {
  bool elements = true, bytes = true;
  [[nodiscard]] bool any() const { return elements || bytes; }
  Units operator&(Units other) const { return {elements && other.elements, bytes && other.bytes}; }
};

/// Of the constructor's two names the one that users call.
std::string plain(std::string name) {
  if (const auto at = name.find("C2E"); name.starts_with("_ZN") && at != std::string::npos) name[at + 1] = '1';
  return name;
}

bool is_pointer(const Parameter& parameter, const ApiModel& api) {
  return api[parameter.type].kind == TypeKind::kPointer;
}

/// char, std::byte: elements of a byte; void: bytes only.
Units units_of(const Parameter& buffer, const ApiModel& api) {
  const std::string& spelling = api[buffer.type].spelling;
  if (spelling.contains("char") || spelling.contains("std::byte")) return {};
  const bool is_void = spelling.contains("void");
  return {!is_void, is_void};
}

bool has_length(const Callable& callable, std::uint32_t k) {
  return std::ranges::any_of(callable.parameters, [&](const Parameter& each) { return each.length_of == k; });
}

class Learning {
 public:
  Learning(ApiModel& api, const std::vector<PassingFunction>& functions) : api_(api), functions_(functions) {
    for (const PassingFunction& each : functions) {
      bodies_.insert(plain(each.name));
      for (const std::uint32_t k : each.provides_for_null) provides_.emplace(plain(each.name), k);
      for (const std::uint32_t k : each.calls_back) calls_back_.emplace(plain(each.name), k);
      for (const PassingCall& call : each.calls) sites_[plain(call.callee)].push_back({plain(each.name), &call});
    }
    for (Callable& callable : api.callables) {
      if (callable.is_room) callable.usable = false;
      if (!callable.linkage_name.empty() && callable.usable)
        callables_[plain(callable.linkage_name)].push_back(&callable);
    }
    take_over_declared();
  }

  LearntOfCallers run(const CallerOptions& wanted) {
    LearntOfCallers learnt = wanted.callers ? learn_what_callers_keep() : LearntOfCallers();
    if (wanted.used_pointers) learnt.used = mark(&PassingFunction::uses, &Learning::mark_nonnull);
    if (wanted.used_pointers) learnt.used += mark(&PassingFunction::fills, &Learning::mark_nonnull_unless_provided);
    if (wanted.released) mark_released();
    if (wanted.room) learnt.filled = mark(&PassingFunction::fills, &Learning::mark_filled);
    return learnt;
  }

 private:
  std::size_t mark(std::vector<std::uint32_t> PassingFunction::* arguments,
                   bool (Learning::*mark_one)(const std::string&, std::uint32_t)) {
    std::size_t marked = 0;
    for (const PassingFunction& each : functions_)
      for (const std::uint32_t k : each.*arguments) marked += (this->*mark_one)(plain(each.name), k) ? 1 : 0;
    return marked;
  }

  LearntOfCallers learn_what_callers_keep() {
    while (hand_on(provides_)) {
    }
    while (hand_on(calls_back_)) {
    }
    while (learn_once()) {
    }
    LearntOfCallers learnt;
    for (const auto& [name, pairs] : lengths_)
      for (const auto& [pair, units] : pairs) learnt.lengths += mark_length(name, pair, units) ? 1 : 0;
    for (const auto& [name, k] : nonnull_) learnt.nonnull += mark_nonnull(name, k) ? 1 : 0;
    learnt.set_up = learn_what_sets_up();
    Arguments used = calls_back_;
    add_streams(used);
    for (const auto& [name, k] : used)
      if (!provides_.contains({name, k}) && !is_passed_null(name, k)) learnt.nonnull += mark_nonnull(name, k) ? 1 : 0;
    return learnt;
  }

  struct Site {
    std::string caller;
    const PassingCall* call;
  };

  /// Those with the arguments that the function has in LLVM's code, and the same without defaults.
  [[nodiscard]] std::vector<Callable*> callables_of(const std::string& name) const {
    const auto known = callables_.find(name);
    const auto sites = sites_.find(name);
    if (known == callables_.end()) return {};
    const auto count = [](const Callable* callable) {
      return static_cast<std::size_t>(std::ranges::count(callable->parameters, false, &Parameter::is_formatted));
    };
    const std::size_t most = count(*std::ranges::max_element(known->second, {}, count));
    const bool fits = sites == sites_.end() || sites->second.front().call->pointers.size() == most;
    return fits ? known->second : std::vector<Callable*>();
  }

  void take_over_declared() {
    for (const auto& [name, ignored] : callables_)
      for (const Callable* callable : callables_of(name))
        for (std::uint32_t k = 0; k < callable->parameters.size(); ++k) {
          const Parameter& each = callable->parameters[k];
          if (each.length_of)
            lengths_[name].emplace(Pair(*each.length_of, k), units_of(callable->parameters[*each.length_of], api_));
          if (each.nonnull) nonnull_.emplace(name, k);
        }
    // What libFuzzer calls.
    lengths_["LLVMFuzzerTestOneInput"].emplace(Pair(0, 1), Units());
  }

  using Arguments = std::set<std::pair<std::string, std::uint32_t>>;  // of functions

  /// Who hands on an argument to a function that provides for null, or calls it, does so, too.
  bool hand_on(Arguments& who_does) {
    const std::size_t before = who_does.size();
    for (const auto& [callee, sites] : sites_)
      for (const Site& site : sites)
        for (std::uint32_t k = 0; k < site.call->pointers.size(); ++k)
          if (const PassedPointer& passed = site.call->pointers[k];
              passed.kind == PassedPointer::Kind::kOwn && who_does.contains({callee, k}))
            who_does.emplace(site.caller, passed.own);
    return who_does.size() > before;
  }

  /// No function of the C library provides for null as a `FILE*` that it writes to or reads.
  void add_streams(Arguments& used) const {
    for (const auto& [name, callables] : callables_)
      for (const Callable* callable : callables_of(name))
        for (std::uint32_t k = 0; k < callable->parameters.size() && bodies_.contains(name); ++k)
          if (const std::string& type = api_[callable->parameters[k].type].spelling; type.contains("_IO_FILE"))
            used.emplace(name, k);
  }

  [[nodiscard]] bool is_passed_null(const std::string& callee, std::uint32_t k) const {
    const auto sites = sites_.find(callee);
    return sites != sites_.end() && std::ranges::any_of(sites->second, [&](const Site& site) {
             return k < site.call->pointers.size() && site.call->pointers[k].kind == PassedPointer::Kind::kNull;
           });
  }

  bool learn_once() {
    bool learnt = false;
    for (const auto& [callee, sites] : sites_) {
      for (const PassedPair& each : sites.front().call->pairs) {
        const Pair pair(each.pointer, each.number);
        if (lengths_[callee].contains(pair)) continue;
        if (const auto units = agreed_units(callee, sites, pair)) {
          lengths_[callee].emplace(pair, *units);
          learnt = true;
        }
      }
      for (std::uint32_t k = 0; k < sites.front().call->pointers.size(); ++k)
        if (bodies_.contains(callee) && !provides_.contains({callee, k}) && all_pass_object(callee, sites, k))
          learnt = nonnull_.emplace(callee, k).second || learnt;
    }
    return learnt;
  }

  /// nullopt: one call does not agree, or too few callers show anything.
  [[nodiscard]] std::optional<Units> agreed_units(const std::string& callee, const std::vector<Site>& sites,
                                                  const Pair& pair) const {
    Units units;
    std::set<std::string> shown_by;
    for (const Site& site : sites) {
      const auto passed = std::ranges::find_if(site.call->pairs, [&](const PassedPair& each) {
        return each.pointer == pair.first && each.number == pair.second;
      });
      if (passed == site.call->pairs.end()) return std::nullopt;
      const Pair own(passed->own_pointer, passed->own_number);
      if (!passed->is_own) {
        if (!passed->is_whole) continue;
        units = units & Units{passed->in_elements, passed->in_bytes};
      } else if (site.caller != callee || own != pair) {
        const auto of_caller = lengths_.find(site.caller);
        if (of_caller == lengths_.end() || !of_caller->second.contains(own)) return std::nullopt;
        units = units & of_caller->second.at(own);
      } else {
        continue;  // it calls itself
      }
      shown_by.insert(site.caller);
    }
    return shown_by.size() >= kCallers && units.any() ? std::optional(units) : std::nullopt;
  }

  /// Structs that callers declare and give to one function first: `raxIterator it; raxStart(&it, rax);`. Somebody else has to work on them
  /// (`raxNext(&it)`): what is only filled in, and read, anyone may fill in. Who is never called may set it up, too: nobody shows that it
  /// takes one that is.
  std::size_t learn_what_sets_up() {
    struct SetUp {
      std::string by;
      Parameter* parameter;
      TypeId type;
    };
    std::vector<SetUp> set_up;
    const std::set<TypeId> known = api::set_up_by_calls(api_);
    for (const auto& [callee, sites] : sites_)
      for (Callable* callable : callables_of(callee))
        for (std::uint32_t k = 0; k < callable->parameters.size(); ++k) {
          const auto type = api::struct_of(callable->parameters[k], api_);
          const bool is_own = type && !api_[*type].is_of_others;
          if (is_own && !known.contains(*type) && gives_fresh(sites, k) && is_worked_on(*type))
            set_up.push_back({callable->name, &callable->parameters[k], *type});
        }
    std::set<TypeId> types;
    for (const auto& [by, parameter, type] : set_up) types.insert(type);
    const std::size_t learnt = set_up.size();
    for (const auto& [name, callables] : callables_)
      for (Callable* callable : callables)
        for (Parameter& each : callable->parameters)
          if (const auto type = api::struct_of(each, api_); !sites_.contains(name) && type && types.contains(*type))
            set_up.push_back({callable->name, &each, *type});
    for (const auto& [by, parameter, type] : set_up) {
      parameter->initialises = true;
      for (Parameter* each : taken_where_called(by, *parameter)) each->initialises = true;
    }
    api::want_initialiser(api_, types);
    return learnt;
  }

  /// The same parameter of what makes and sets up another struct by that call, `parser p{}; parser_init(bytes, &p, &value);`: of `value`.
  [[nodiscard]] std::vector<Parameter*> taken_where_called(const std::string& function, const Parameter& same) {
    std::vector<Parameter*> result;
    for (Callable& each : api_.callables)
      if (each.kind == CallableKind::kConversion && each.declaration.contains(";\n" + function + "("))
        for (Parameter& parameter : each.parameters)
          if (parameter.name == same.name && parameter.type == same.type) result.push_back(&parameter);
    return result;
  }

  [[nodiscard]] static bool gives_fresh(const std::vector<Site>& sites, std::uint32_t k) {
    std::set<std::string> shown_by;
    for (const Site& site : sites)
      if (k < site.call->pointers.size() && site.call->pointers[k].kind == PassedPointer::Kind::kFresh)
        shown_by.insert(site.caller);
    return shown_by.size() >= kCallers;
  }

  [[nodiscard]] bool is_worked_on(TypeId type) const {
    return std::ranges::any_of(callables_, [&](const auto& named) {
      const auto sites = sites_.find(named.first);
      return std::ranges::any_of(named.second, [&](const Callable* callable) {
        for (std::uint32_t k = 0; k < callable->parameters.size(); ++k)
          if (callable->kind == CallableKind::kFunction && api::struct_of(callable->parameters[k], api_) == type)
            return sites == sites_.end() || !gives_fresh(sites->second, k);
        return false;
      });
    });
  }

  [[nodiscard]] bool all_pass_object(const std::string& callee, const std::vector<Site>& sites, std::uint32_t k) const {
    std::set<std::string> shown_by;
    for (const Site& site : sites) {
      if (k >= site.call->pointers.size()) return false;
      const PassedPointer& passed = site.call->pointers[k];
      const bool is_own = passed.kind == PassedPointer::Kind::kOwn;
      if (is_own && site.caller == callee && passed.own == k) continue;
      const bool is_object = passed.kind == PassedPointer::Kind::kObject || passed.kind == PassedPointer::Kind::kFresh;
      if (is_own ? !nonnull_.contains({site.caller, passed.own}) : !is_object) return false;
      shown_by.insert(site.caller);
    }
    return shown_by.size() >= kCallers;
  }

  bool mark_length(const std::string& name, const Pair& pair, Units units) {
    bool marked = false;
    for (Callable* callable : callables_of(name)) {
      auto& parameters = callable->parameters;
      if (std::max(pair.first, pair.second) >= parameters.size()) continue;
      Parameter &buffer = parameters[pair.first], &length = parameters[pair.second];
      if (!is_pointer(buffer, api_) || api_[length.type].kind != TypeKind::kInteger || length.length_of ||
          !(units & units_of(buffer, api_)).any() || has_length(*callable, pair.first))
        continue;
      api::pair_up(api_, buffer, length, pair.first);
      marked = true;
    }
    return marked;
  }

  /// Parameter `k` of each callable of the function, by `mark(callable, parameter)`. Has any been marked?
  template <typename Mark>
  bool mark_each(const std::string& name, std::uint32_t k, const Mark& mark) {
    bool marked = false;
    for (Callable* callable : callables_of(name))
      if (k < callable->parameters.size()) marked = mark(*callable, callable->parameters[k]) || marked;
    return marked;
  }

  /// `void* user` is the caller's own business; null frees nothing.
  bool mark_nonnull(const std::string& name, std::uint32_t k) {
    return mark_each(name, k, [this](const Callable&, Parameter& parameter) {
      const std::string& type = api_[parameter.type].spelling;
      const bool is_anything = type.starts_with("void") || type.starts_with("const void");
      if (parameter.nonnull || !parameter.nullable || parameter.releases || parameter.sources.empty() || is_anything)
        return false;
      return parameter.nonnull = true;
    });
  }

  bool mark_nonnull_unless_provided(const std::string& name, std::uint32_t k) {
    return !provides_.contains({name, k}) && mark_nonnull(name, k);
  }

  /// `free`, `operator delete`, `pool_free(pool, what)`.
  static bool says_free(const std::string& function) {
    if (function.starts_with("_Z")) return function.starts_with("_ZdlPv") || function.starts_with("_ZdaPv");
    const std::vector<std::string> words = api::words_of(function);
    return !words.empty() && (words.back() == "free" || words.back() == "dealloc");
  }

  void mark_released() {
    Arguments released;
    for (std::size_t before = 1; before != released.size();) {
      before = released.size();
      for (const PassingFunction& each : functions_)
        for (const HandedOn& one : each.hands_on)
          if ((one.is_last_pointer && says_free(one.callee)) || released.contains({plain(one.callee), one.argument}))
            released.emplace(plain(each.name), one.own);
    }
    for (const auto& [name, k] : released)
      (void)mark_each(name, k, [this](const Callable&, Parameter& parameter) {
        return parameter.releases = parameter.releases || is_pointer(parameter, api_);
      });
  }

  /// Where nothing says how much the function writes, it gets an array, or what others have made.
  bool mark_filled(const std::string& name, std::uint32_t k) {
    return mark_each(name, k, [&](const Callable& callable, Parameter& filled) {
      const auto room = std::ranges::find_if(
          api_.callables, [&](const Callable& each) { return each.is_room && each.result == filled.type; });
      const bool is_told = filled.least > 0 || !filled.measured_by.empty() || has_length(callable, k);
      if (is_told || room == api_.callables.end()) return false;
      room->usable = true;
      filled.sources = {{filled.type, PassMode::kLoad}};
      auto& makers = api_.producers[filled.type.index()];
      if (std::ranges::find(makers, room->id) == makers.end()) makers.insert(makers.begin(), room->id);
      return true;
    });
  }

  ApiModel& api_;
  const std::vector<PassingFunction>& functions_;
  std::set<std::string> bodies_;
  std::map<std::string, std::vector<Site>> sites_;           // by callee
  std::map<std::string, std::vector<Callable*>> callables_;  // by linkage name
  // What is known, by function and argument:
  Arguments provides_, nonnull_, calls_back_;
  std::map<std::string, std::map<Pair, Units>> lengths_;
};

}  // namespace

void declare(CallerOptions& options, OptionVisitor& visitor) {
  visitor.toggle("callers", options.callers,
                 "Keep what all callers in the project keep, too: which number is the length of which buffer, what is "
                 "never null");
  visitor.toggle(
      "used-pointers", options.used_pointers,
      "Give no null to a parameter that the function uses on every way to its end, unless the report speaks of null");
  visitor.toggle(
      "released", options.released,
      "Take what a function frees on every way to its end as gone behind the call, however the function is named");
  visitor.toggle(
      "room", options.room,
      "Give an array of 4096 elements to a function that fills memory, where nothing says how much it needs, "
      "unless the report is of an overflow");
}

LearntOfCallers learn_from_callers(ApiModel& api, const std::vector<PassingFunction>& functions,
                                   const CallerOptions& wanted) {
  return Learning(api, functions).run(wanted);
}

}  // namespace reenact
