#include "strategy/backward/argument_planner.h"

#include <fmt/format.h>
#include <llvm/IR/InstIterator.h>

#include <algorithm>
#include <bit>

namespace reenact::backward {
namespace {

constexpr std::uint64_t kMostNumbers = 256;                 // elements of a text or an array whose length is passed
constexpr std::size_t kMostScalars = 16, kMostObjects = 4;  // elements of a sequence

bool is_scalar(TypeKind kind) {
  return kind == TypeKind::kBool || kind == TypeKind::kInteger || kind == TypeKind::kEnum || kind == TypeKind::kFloat;
}

unsigned bits_of(const Type& type) { return type.kind == TypeKind::kBool ? 8 : type.bits == 0 ? 32 : type.bits; }

const Source* source_where(const ApiModel& api, const Parameter& parameter, const auto& fits) {
  const auto at =
      std::ranges::find_if(parameter.sources, [&](const Source& each) { return fits(each, api[each.type]); });
  return at == parameter.sources.end() ? nullptr : &*at;
}

/// Where an object that is made of a text keeps it and its length, in bytes from its beginning.
struct TextLayout {
  std::uint64_t data = 0, length = 8;
};

/// Of libstdc++'s classes.
std::optional<TextLayout> text_layout(const std::string& spelling) {
  if (spelling == "std::string" || spelling.starts_with("std::span<")) return TextLayout{};
  if (spelling == "std::string_view") return TextLayout{.data = 8, .length = 0};
  return std::nullopt;
}

/// Does the callable make an object of a literal of that kind and its length alone?
bool is_of_literal(const Callable& callable, TypeKind kind, const ApiModel& api) {
  return callable.usable && callable.kind == CallableKind::kConversion && callable.parameters.size() == 2 &&
         callable.parameters[1].length_of == 0u && !callable.parameters[0].sources.empty() &&
         api[callable.parameters[0].sources.front().type].kind == kind;
}

}  // namespace

bool is_thunk(const llvm::Function& body) { return body.getName().contains("reenact_thunk_"); }

llvm::Function* thunk_of(const Callable& callable, Bitcode& bitcode) {
  const std::string name = fmt::format("reenact_thunk_{}", callable.id.value);
  return bitcode.body_of(fmt::format("_Z{}{}PvPKS_", name.size(), name));
}

ArgumentPlanner::ArgumentPlanner(Workshop& workshop, const ApiModel& api)
    : workshop_(workshop), e_(workshop.expressions()), api_(api), clauses_(workshop) {}

bool ArgumentPlanner::plan(Draft& draft, PlannedCall& call, std::span<const Given> given,
                           const std::optional<std::pair<std::size_t, Plan>>& known) {
  const std::vector<Parameter>& parameters = api_[call.callable].parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (known && known->first == i) {
      call.arguments.push_back(known->second);
      continue;
    }
    if (may_measure(parameters[i]) && *parameters[i].length_of < i && plan_length(draft, call, parameters[i], given[i]))
      continue;
    std::optional<Plan> made = scalar(draft, parameters[i], given[i]);
    if (!made && given[i].is_address)
      made = pointed(draft, parameters[i], given[i].value, asks_for_length(draft, parameters, i, given));
    if (!made) return false;
    call.arguments.push_back(std::move(*made));
  }
  return true;
}

/// A number, or one behind a reference.
std::optional<Plan> ArgumentPlanner::scalar(Draft& draft, const Parameter& parameter, const Given& given) {
  const Source* const source = source_where(api_, parameter, [](const Source& s, const Type& t) {
    return s.mode == PassMode::kAddress && is_scalar(t.kind);
  });
  if (source == nullptr) return std::nullopt;
  if (!given.is_address) return Plan{.kind = Plan::Kind::kScalar, .value = given.value, .type = source->type};
  if (!is_scalar(api_[parameter.type].kind)) return std::nullopt;
  const Expr place = new_place();
  if (!clauses_.replace(draft, given.value, place)) return std::nullopt;
  return Plan{.kind = Plan::Kind::kScalar,
              .value = workshop_.memory().read(place, bits_of(api_[source->type])),
              .type = source->type};
}

/// The length of a text or an array that was planned before: it has as many elements. False: that cannot be, or it is of another.
bool ArgumentPlanner::plan_length(Draft& draft, PlannedCall& call, const Parameter& parameter, const Given& given) {
  Plan& measured = call.arguments[*parameter.length_of];
  if (measured.kind != Plan::Kind::kText && measured.kind != Plan::Kind::kNumbers) return false;
  Draft with = draft;
  Expr count = given.value;
  if (given.is_address) {
    const std::optional<Plan> number = scalar(with, parameter, given);
    const Expr place = number ? Expr{} : new_place();
    if (!number && !clauses_.replace(with, given.value, place)) return false;
    count = number ? number->value : workshop_.memory().read(place, 64);
  }
  const unsigned width = e_.width(count);
  // Eight bits hold no more than that anyway.
  if (width > 8) clauses_.demand(with, e_.make(Op::kUle, count, e_.constant(kMostNumbers, width)));
  count = width < 64 ? e_.convert(Op::kZExt, count, 64) : e_.extract(count, 0, 64);
  const Expr size = workshop_.memory().size_behind(measured.value);
  const unsigned bytes =
      measured.kind == Plan::Kind::kText ? 1 : std::max(1u, bits_of(api_[api_[measured.type].element]) / 8);
  if (clauses_.has_part(draft, size))
    clauses_.demand(with, e_.make(Op::kEq, size, e_.make(Op::kMul, count, e_.constant(bytes, 64))));
  if (!clauses_.can_hold(with)) return false;
  draft = std::move(with);
  measured.count = count;
  call.arguments.push_back({.kind = Plan::Kind::kLength, .value = count, .type = {}, .object = *parameter.length_of});
  return true;
}

/// Does the draft speak of the length that is passed for what parameter `measured` points to? Then there has to be as much.
bool ArgumentPlanner::asks_for_length(const Draft& draft, std::span<const Parameter> parameters, std::size_t measured,
                                      std::span<const Given> given) {
  for (std::size_t i = measured + 1; i < parameters.size(); ++i)
    if (may_measure(parameters[i]) && *parameters[i].length_of == measured && !given[i].is_address &&
        clauses_.is_about(draft, given[i].value))
      return true;
  return false;
}

/// `has_length`: how much there is is asked for, so it is not null.
std::optional<Plan> ArgumentPlanner::pointed(Draft& draft, const Parameter& parameter, Expr address, bool has_length) {
  const Expr is_null = e_.make(Op::kEq, address, e_.constant(0, 64));
  const bool is_spoken_of = has_length || clauses_.is_about(draft, address);
  const bool can_be_null = parameter.nullable && (!is_spoken_of || clauses_.can_hold(draft, is_null));
  if (can_be_null && (!is_spoken_of || !clauses_.can_hold(draft, e_.negation(is_null)))) {
    if (!clauses_.replace(draft, address, e_.constant(0, 64))) return std::nullopt;
    // What nobody asks about may still be used where nobody looked.
    return Plan{.kind = is_spoken_of ? Plan::Kind::kNull : Plan::Kind::kPlain};
  }
  if (is_spoken_of && !clauses_.can_hold(draft, e_.negation(is_null))) return std::nullopt;
  if (auto literal = literal_at(draft, parameter, address)) return literal;
  for (const Source& source : parameter.sources) {
    if (source.mode != PassMode::kAddress || api_[source.type].kind != TypeKind::kObject) continue;
    if (auto text = text_object(draft, source.type, address)) return text;
    if (const Sequence* const how = sequence_for(source.type)) return sequence(draft, *how, address);
  }
  draft.wanted.push_back({draft.objects, address, &parameter});
  clauses_.demand(draft, e_.negation(is_null));
  return Plan{.kind = Plan::Kind::kObject, .value = address, .type = {}, .object = draft.objects++};
}

/// A text or an array of numbers.
std::optional<Plan> ArgumentPlanner::literal_at(Draft& draft, const Parameter& parameter, Expr address) {
  const Source* literal =
      source_where(api_, parameter, [](const Source&, const Type& t) { return t.kind == TypeKind::kText; });
  const bool is_text = literal != nullptr;
  if (!is_text)
    literal = source_where(api_, parameter, [](const Source& s, const Type& t) {
      return t.kind == TypeKind::kNumbers && s.mode == PassMode::kBuffer;
    });
  if (literal == nullptr) return std::nullopt;
  const Expr place = new_place();
  if (!clauses_.replace(draft, address, place)) return std::nullopt;
  return Plan{.kind = is_text ? Plan::Kind::kText : Plan::Kind::kNumbers, .value = place, .type = literal->type};
}

std::optional<Plan> ArgumentPlanner::text_object(Draft& draft, TypeId type, Expr address) {
  const auto& producers = api_.producers[type.index()];
  const auto via =
      std::ranges::find_if(producers, [&](CallableId id) { return is_of_literal(api_[id], TypeKind::kText, api_); });
  const auto layout = text_layout(api_[type].spelling);
  if (via == producers.end() || !layout) return std::nullopt;
  const Expr place = new_place(), data = new_place();
  const Expr length = workshop_.memory().read(at(place, layout->length), 64);
  if (!clauses_.replace(draft, address, place) || !clauses_.store(draft, at(place, layout->data), data))
    return std::nullopt;
  return Plan{.kind = Plan::Kind::kString,
              .value = data,
              .type = api_[*via].parameters[0].sources.front().type,
              .count = length,
              .via = *via};
}

const ArgumentPlanner::Sequence* ArgumentPlanner::sequence_for(TypeId type) {
  const auto [at, is_new] = sequences_.try_emplace(type);
  const std::string& spelling = api_[type].spelling;
  if (is_new && spelling.starts_with("std::vector<") && spelling != "std::vector<bool>") {
    Sequence how;
    bool is_made = false;
    for (const Callable& each : api_.callables) {
      if (!each.usable) continue;
      if (each.kind == CallableKind::kVariable && each.result == type) {
        how.make = each.id;
        is_made = true;
      }
      if (each.result == type &&
          (is_of_literal(each, TypeKind::kText, api_) || is_of_literal(each, TypeKind::kNumbers, api_)))
        how.of_values = each.id;
      if (each.name != spelling + "::push_back" || each.parameters.size() != 2) continue;
      llvm::Function* const thunk = thunk_of(each, workshop_.bitcode());
      if (thunk == nullptr) continue;
      // `push_back(const T&)`: how many bytes it may read is said beside the parameter.
      for (llvm::Instruction& instruction : llvm::instructions(*thunk))
        if (const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
            call != nullptr && call->arg_size() == 2 && call->getParamDereferenceableBytes(1) > 0) {
          how.add = each.id;
          how.element = call->getParamDereferenceableBytes(1);
        }
    }
    if (is_made && how.element > 0) at->second = how;
  }
  return at->second ? &*at->second : nullptr;
}

/// With as few elements as will do.
std::optional<Plan> ArgumentPlanner::sequence(Draft& draft, const Sequence& how, Expr address) {
  const bool is_of_scalars = is_scalar(api_[api_[how.add].parameters[1].type].kind);
  for (std::size_t count = 0; count <= (is_of_scalars ? kMostScalars : kMostObjects); ++count) {
    Draft with = draft;
    std::optional<Plan> made = sequence_of(with, how, address, count);
    if (!made || !clauses_.can_hold(with)) continue;
    draft = std::move(with);
    return made;
  }
  return std::nullopt;
}

std::optional<Plan> ArgumentPlanner::sequence_of(Draft& draft, const Sequence& how, Expr address, std::size_t count) {
  // libstdc++'s: without elements it has no memory, and each time that it is too small it gets twice as much.
  const std::uint64_t room = (how.of_values ? count : std::bit_ceil(count)) * how.element;
  const Expr place = new_place(), data = count == 0 ? e_.constant(0, 64) : new_place();
  const std::uint64_t bytes = count * how.element;
  if (!clauses_.replace(draft, address, place) || !clauses_.store(draft, place, data) ||
      !clauses_.store(draft, at(place, 8), at(data, bytes)) ||
      !clauses_.store(draft, at(place, 16), at(data, count == 0 ? 0 : room)))
    return std::nullopt;
  if (const Expr size = workshop_.memory().size_behind(data); count > 0 && clauses_.has_part(draft, size))
    clauses_.demand(draft, e_.make(Op::kEq, size, e_.constant(room, 64)));
  Plan plan{.kind = Plan::Kind::kSequence,
            .value = data,
            .type = {},
            .via = how.of_values.value_or(how.make),
            .add = how.add};
  for (std::size_t i = 0; i < count; ++i) {
    std::optional<Plan> each = element(draft, how, at(data, i * how.element));
    if (!each) return std::nullopt;
    plan.elements.push_back(std::move(*each));
  }
  return plan;
}

/// What is added lies at `address` from then on.
std::optional<Plan> ArgumentPlanner::element(Draft& draft, const Sequence& how, Expr address) {
  const Parameter& parameter = api_[how.add].parameters[1];
  const Type& type = api_[parameter.type];
  if (is_scalar(type.kind))
    return Plan{
        .kind = Plan::Kind::kScalar, .value = workshop_.memory().read(address, bits_of(type)), .type = parameter.type};
  const Expr added = workshop_.values().unknown("an element", 64);
  const bool is_pointer = type.kind == TypeKind::kPointer || type.kind == TypeKind::kCallback;
  if (is_pointer ? !clauses_.store(draft, address, added) : !clauses_.copy(draft, address, added, how.element))
    return std::nullopt;
  return pointed(draft, parameter, added);
}

}  // namespace reenact::backward
