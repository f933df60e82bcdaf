#include "strategy/backward/library_models.h"

#include <llvm/ADT/StringSwitch.h>

#include "strategy/backward/pruning.h"

namespace reenact::backward {
namespace {

constexpr const char* kFails = "an allocation fails";

/// Nobody else holds a lock: a test has one thread, and what a library locks it unlocks.
bool is_granted(llvm::StringRef name) {
  if (!name.consume_front("pthread_")) return false;
  return llvm::StringSwitch<bool>(name)
      .Cases("mutex_init", "mutex_destroy", "mutex_lock", "mutex_trylock", "mutex_unlock", true)
      .Cases("rwlock_init", "rwlock_destroy", "rwlock_rdlock", "rwlock_wrlock", "rwlock_unlock", true)
      .Cases("spin_init", "spin_destroy", "spin_lock", "spin_trylock", "spin_unlock", true)
      .Cases("cond_init", "cond_destroy", "cond_signal", "cond_broadcast", true)
      .Cases("mutexattr_init", "mutexattr_settype", "mutexattr_destroy", true)
      .Default(false);
}

/// Which argument of one of the functions that make something new says its size.
std::optional<unsigned> size_argument(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<unsigned>>(name)
      .Cases("malloc", "_Znwm", "_Znam", "_ZnwmRKSt9nothrow_t", "_ZnamRKSt9nothrow_t", 0U)
      .Cases("_ZnwmSt11align_val_t", "_ZnamSt11align_val_t", "__cxa_allocate_exception", 0U)
      .Case("aligned_alloc", 1U)
      .Default(std::nullopt);
}

}  // namespace

bool allocates(llvm::StringRef name) { return name == "calloc" || size_argument(name); }

LibraryModel LibraryModels::only(Expr result) {
  LibraryModel model;
  model.cases.emplace_back().result = result;
  return model;
}

LibraryModel LibraryModels::reallocation(Expr from, Expr count) {
  const Expr place = number_of(places_.allocate());
  LibraryModel model = only(place);
  LibraryCase& only_case = model.cases.front();
  only_case.left_out = kFails;
  if (e_.value(from) != symbolic::Bits{0}) {
    const Expr old = memory_.size_behind(from);
    only_case.effects.push_back({.kind = Effect::Kind::kFree, .to = from});
    only_case.effects.push_back({.kind = Effect::Kind::kCopy,
                                 .to = place,
                                 .value = from,
                                 .count = e_.ite(e_.make(Op::kUle, old, count), old, count)});
  }
  only_case.effects.push_back({.kind = Effect::Kind::kNew, .to = place, .count = count});
  return model;
}

std::optional<LibraryModel> LibraryModels::allocation(llvm::StringRef name, std::span<const Expr> arguments) {
  if (name == "realloc" && arguments.size() == 2) return reallocation(arguments[0], arguments[1]);
  if (name == "reallocarray" && arguments.size() == 3)
    return reallocation(arguments[0], e_.make(Op::kMul, arguments[1], arguments[2]));
  if (frees(name) && !arguments.empty()) {
    LibraryModel model = only({});
    model.cases.front().effects.push_back({.kind = Effect::Kind::kFree, .to = arguments[0]});
    return model;
  }
  const auto sized_by = size_argument(name);
  const bool is_zero = name == "calloc";
  if (!is_zero && (!sized_by || *sized_by >= arguments.size())) return std::nullopt;
  const Expr place = number_of(places_.allocate());
  LibraryModel model = only(place);
  // operator new throws then: that is another path.
  if (!name.starts_with("_Zn") || name.contains("nothrow")) model.cases.front().left_out = kFails;
  model.cases.front().effects.push_back(
      {.kind = Effect::Kind::kNew,
       .to = place,
       .count = is_zero ? e_.make(Op::kMul, arguments[0], arguments[1]) : arguments[*sized_by],
       .initial = is_zero ? std::optional<std::uint8_t>(0) : std::nullopt});
  return model;
}

std::optional<LibraryModel> LibraryModels::transfer(llvm::StringRef name, std::span<const Expr> arguments) {
  if (arguments.size() != 3 || e_.width(arguments[2]) != 64) return std::nullopt;
  const bool copies = name == "memcpy" || name == "memmove" || name == "mempcpy";
  if (!copies && name != "memset") return std::nullopt;
  LibraryModel model = only(name == "mempcpy" ? e_.make(Op::kAdd, arguments[0], arguments[2]) : arguments[0]);
  model.cases.front().effects.push_back({.kind = copies ? Effect::Kind::kCopy : Effect::Kind::kFill,
                                         .to = arguments[0],
                                         .value = copies ? arguments[1] : e_.extract(arguments[1], 0, 8),
                                         .count = arguments[2]});
  return model;
}

std::optional<LibraryModel> LibraryModels::of(llvm::StringRef name, std::span<const Expr> arguments, unsigned width) {
  // What _FORTIFY_SOURCE calls has one more argument: how much room there is.
  if (name.starts_with("__") && name.ends_with("_chk") && !arguments.empty())
    return of(name.drop_front(2).drop_back(4), arguments.first(arguments.size() - 1), width);
  if (name == "__dynamic_cast" && arguments.size() == 4 && width == 64) return dynamic_cast_to(arguments);
  if (is_granted(name) && width == 32) return only(e_.constant(0, 32));
  if (auto model = allocation(name, arguments)) return model;
  if (auto model = transfer(name, arguments)) return model;
  if (auto model = text_written(name, arguments)) return model;
  if (auto model = text(name, arguments, width)) return model;
  if (auto model = character(name, arguments, width)) return model;
  return number(name, arguments, width);
}

}  // namespace reenact::backward
