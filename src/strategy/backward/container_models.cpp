// Strings and vectors that get other memory. Where it lies is a new place each time, so whether a text is kept in its object is no question.
#include <llvm/Demangle/Demangle.h>

#include "strategy/backward/library_models.h"

namespace reenact::backward {
namespace {

constexpr llvm::StringRef kString = "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE";

/// Of `std::vector<T, A>::_M_realloc_insert<U>(...)`: is U a T, which is copied or moved?
bool takes_an_element(llvm::StringRef name) {
  if (!name.starts_with("_ZNSt6vectorI") ||
      !(name.contains("17_M_realloc_insert") || name.contains("17_M_realloc_append")))
    return false;
  const std::string words = llvm::demangle(name.str());
  const auto begin = words.find("std::vector<"), allocator = words.find(", std::allocator<");
  const auto function = words.find(">::_M_realloc_");
  if (begin == std::string::npos || allocator == std::string::npos || function == std::string::npos) return false;
  const llvm::StringRef element = llvm::StringRef(words).slice(begin + 12, allocator).trim();
  const auto given = words.find('<', function + 1);
  if (given == std::string::npos) return false;
  const llvm::StringRef rest = llvm::StringRef(words).drop_front(given + 1);
  return rest.starts_with(element) &&
         (rest.drop_front(element.size()).ltrim().starts_with(">") ||
          rest.drop_front(element.size()).starts_with(" const&>") || rest.drop_front(element.size()).starts_with("&>"));
}

}  // namespace

/// A symbol for what `value` was in front of the call: stores of the call do not change it.
Expr LibraryModels::let(Expr value, std::vector<Effect>& lets) {
  if (e_.value(value)) return value;
  const Expr symbol = values_.unknown("what was there", e_.width(value));
  lets.push_back({.kind = Effect::Kind::kLet, .to = symbol, .value = value});
  return symbol;
}

/// `text` (a std::string) becomes `parts` behind one another, in new memory.
LibraryModel LibraryModels::string_becomes(Expr text, const std::vector<Bytes>& parts) {
  const Expr place = number_of(places_.allocate());
  std::vector<Effect> copies, lets;
  Expr length = number_of(0);
  for (const Bytes& part : parts) {
    const Expr count = let(part.count, lets);
    copies.push_back({.kind = Effect::Kind::kCopy,
                      .to = e_.make(Op::kAdd, place, length),
                      .value = let(part.from, lets),
                      .count = count});
    length = e_.make(Op::kAdd, length, count);
  }
  LibraryModel model;
  LibraryCase& only_case = model.cases.emplace_back();
  std::vector<Effect>& effects = only_case.effects;
  effects.push_back({.kind = Effect::Kind::kStore, .to = at(text, 8), .value = length});
  effects.push_back({.kind = Effect::Kind::kStore, .to = text, .value = place});
  effects.push_back({.kind = Effect::Kind::kStore, .to = e_.make(Op::kAdd, place, length), .value = e_.constant(0, 8)});
  effects.insert(effects.end(), copies.rbegin(), copies.rend());
  effects.push_back({.kind = Effect::Kind::kNew, .to = place, .count = at(length, 1)});
  effects.insert(effects.end(), lets.begin(), lets.end());
  only_case.guessed = "a text was taken to get new memory";
  return model;
}

/// What std::string() leaves at `text`: a text without bytes in the object itself.
LibraryModel LibraryModels::empty_string(Expr text) {
  LibraryModel model;
  std::vector<Effect>& effects = model.cases.emplace_back().effects;
  const Expr local = at(text, 16);
  effects.push_back({.kind = Effect::Kind::kStore, .to = local, .value = e_.constant(0, 8)});
  effects.push_back({.kind = Effect::Kind::kStore, .to = at(text, 8), .value = number_of(0)});
  effects.push_back({.kind = Effect::Kind::kStore, .to = text, .value = local});
  return model;
}

/// `text`, `from`, `removed`, `added`, `count`: what assign(), replace() and insert() of plain texts come to.
LibraryModel LibraryModels::part_replaced(std::span<const Expr> arguments) {
  const Expr text = arguments[0], from = arguments[1], data = memory_.read(text, 64);
  const Expr behind = e_.make(Op::kAdd, from, arguments[2]);
  const Expr rest = e_.make(Op::kSub, memory_.read(at(text, 8), 64), behind);
  std::vector<Bytes> parts{{data, from}, {arguments[3], arguments[4]}, {e_.make(Op::kAdd, data, behind), rest}};
  std::erase_if(parts, [&](const Bytes& part) { return e_.value(part.count) == symbolic::Bits{0}; });
  LibraryModel model = string_becomes(text, parts);
  model.cases.front().result = text;
  return model;
}

/// `added` is copied behind the elements, which have moved.
LibraryModel LibraryModels::vector_grows(Expr vector, Expr added, std::uint64_t size) {
  const Expr place = number_of(places_.allocate());
  std::vector<Effect> lets;
  const Expr begin = let(memory_.read(vector, 64), lets);
  const Expr bytes = let(e_.make(Op::kSub, memory_.read(at(vector, 8), 64), memory_.read(vector, 64)), lets);
  const Expr behind = e_.make(Op::kAdd, place, bytes), end = at(behind, size);
  // Twice as much memory as there was.
  const Expr room = e_.make(Op::kAdd, end, bytes);
  LibraryModel model;
  LibraryCase& only_case = model.cases.emplace_back();
  std::vector<Effect>& effects = only_case.effects;
  effects.push_back({.kind = Effect::Kind::kStore, .to = at(vector, 16), .value = room});
  effects.push_back({.kind = Effect::Kind::kStore, .to = at(vector, 8), .value = end});
  effects.push_back({.kind = Effect::Kind::kStore, .to = vector, .value = place});
  effects.push_back({.kind = Effect::Kind::kFree, .to = begin});
  effects.push_back({.kind = Effect::Kind::kCopy, .to = behind, .value = added, .count = number_of(size)});
  effects.push_back({.kind = Effect::Kind::kCopy, .to = place, .value = begin, .count = bytes});
  effects.push_back({.kind = Effect::Kind::kNew, .to = place, .count = e_.make(Op::kSub, room, place)});
  effects.insert(effects.end(), lets.begin(), lets.end());
  only_case.guessed = "elements of a vector were taken to be copied byte by byte";
  return model;
}

std::optional<LibraryModel> LibraryModels::of_container(const llvm::CallBase& call, llvm::StringRef name,
                                                        std::span<const Expr> arguments) {
  if (takes_an_element(name) && arguments.size() >= 2) {
    const auto added = static_cast<unsigned>(arguments.size()) - 1;
    const std::uint64_t size = call.getParamDereferenceableBytes(added);
    return size == 0 ? std::nullopt : std::optional(vector_grows(arguments[0], arguments[added], size));
  }
  if (!name.consume_front(kString)) return std::nullopt;
  const auto length_of = [&](Expr text) { return memory_.read(at(text, 8), 64); };
  if (name.starts_with("9_M_assignE") && arguments.size() == 2)
    return string_becomes(arguments[0], {{memory_.read(arguments[1], 64), length_of(arguments[1])}});
  if ((name.starts_with("12_M_constructIPKcE") || name.starts_with("12_M_constructIPcE")) && arguments.size() >= 3)
    return string_becomes(arguments[0], {{arguments[1], e_.make(Op::kSub, arguments[2], arguments[1])}});
  if (name.starts_with("9_M_appendE") && arguments.size() == 3) {
    LibraryModel model = string_becomes(
        arguments[0], {{memory_.read(arguments[0], 64), length_of(arguments[0])}, {arguments[1], arguments[2]}});
    model.cases.front().result = arguments[0];
    return model;
  }
  if (name.starts_with("10_M_replaceE") && arguments.size() == 5) return part_replaced(arguments);
  if ((name == "C1Ev" || name == "C2Ev") && arguments.size() == 1) return empty_string(arguments[0]);
  if (name.starts_with("10_M_disposeE")) return only({});
  return std::nullopt;
}

}  // namespace reenact::backward
