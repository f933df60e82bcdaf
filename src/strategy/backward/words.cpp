#include "strategy/backward/words.h"

#include <fmt/format.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <array>

#include "symbolic/print.h"
#include "symbolic/symbols.h"

namespace reenact::backward {
namespace {

using symbolic::Bits;

/// What libstdc++ calls its members, and what its users call that.
constexpr std::array<std::pair<std::string_view, std::string_view>, 14> kMembers{{
    {"._M_string_length", ".size()"},
    {"._M_dataplus._M_p", ".data()"},
    {"._M_impl._M_start._M_cur", ".begin()"},
    {"._M_impl._M_finish._M_cur", ".end()"},
    {"._M_impl._M_start", ".begin()"},
    {"._M_impl._M_finish", ".end()"},
    {"._M_impl._M_end_of_storage", ".begin() + capacity()"},
    {"._M_t._M_impl._M_node_count", ".size()"},
    {"._M_h._M_element_count", ".size()"},
    {"._M_t._M_t._M_head_impl", ".get()"},
    {"._M_payload._M_engaged", ".has_value()"},
    {"._M_payload._M_payload._M_value", ".value()"},
    {"._M_ptr", ".get()"},
    {"._M_manager", ".target()"},
}};

std::string in_users_words(std::string path) {
  for (const auto& [member, word] : kMembers)
    for (auto at = path.find(member); at != std::string::npos; at = path.find(member, at + word.size()))
      path.replace(at, member.size(), word);
  return path;
}

bool is_pointer(const llvm::DIType* type) {
  const auto* const derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(plain(type));
  return derived != nullptr && derived->getTag() != llvm::dwarf::DW_TAG_member;
}

bool is_reference(const llvm::DIType* type) {
  const auto* const derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(plain(type));
  return derived != nullptr && derived->getTag() != llvm::dwarf::DW_TAG_pointer_type && pointee(type) != nullptr;
}

/// `v.` of `v.end()` and `v->` of `v->end()`; empty: it ends in something else.
std::string object_of(const std::string& text, std::string_view method) {
  return text.ends_with(method) &&
                 (text.ends_with("." + std::string(method)) || text.ends_with("->" + std::string(method)))
             ? text.substr(0, text.size() - method.size())
             : std::string{};
}

std::optional<unsigned> encoding(const llvm::DIType* type) {
  const auto* const basic = llvm::dyn_cast_or_null<llvm::DIBasicType>(plain(type));
  return basic == nullptr ? std::nullopt : std::optional(basic->getEncoding());
}

/// Two things may be called the same and differ in width: symbols may not.
constexpr char kMark = '\x01';
std::string with_width(const std::string& name, unsigned width) {
  return fmt::format("{}{}{}{}", name, kMark, width, kMark);
}
std::string without_widths(const std::string& text) {
  std::string result;
  bool is_width = false;
  for (const char each : text)
    if (each == kMark)
      is_width = !is_width;
    else if (!is_width)
      result += each;
  return result;
}

}  // namespace

const Variables& Words::variables_of(const llvm::Function& function) {
  const auto at = variables_.find(&function);
  return at != variables_.end() ? at->second : variables_.try_emplace(&function, function).first->second;
}

Words::Named Words::symbol(Expr symbol) {
  const Origin* const origin = values_.origin(symbol);
  if (origin == nullptr) return {e_.symbol(e_.symbol_of(symbol)).path};
  if (origin->value == nullptr) return {"(" + origin->what + ")"};
  const llvm::Function* function = nullptr;
  if (const auto* const argument = llvm::dyn_cast<llvm::Argument>(origin->value)) {
    function = argument->getParent();
    const Variables& variables = variables_of(*function);
    const unsigned hidden = function->hasParamAttribute(0, llvm::Attribute::StructRet) ? 1 : 0;
    if (const SourceVariable* known = variables.of(*argument)) return {known->name, known->type};
    if (argument->getArgNo() >= hidden)
      if (const SourceVariable* known = variables.parameter(argument->getArgNo() - hidden))
        return {known->name, known->type};
    return {fmt::format("argument {}", argument->getArgNo() + 1)};
  }
  if (const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(origin->value))
    if (const SourceVariable* known = variables_of(*instruction->getFunction()).of(*instruction))
      return {known->name, known->type};
  return {"(a value inside)"};
}

Words::Named Words::global(const Thing& thing, std::uint64_t offset, unsigned bits) {
  if (thing.variable != nullptr) {
    const llvm::Function& function = *thing.variable->getFunction();
    const SourceVariable* const known = variables_of(function).at(*thing.variable);
    return {fmt::format("&{} of {}", known == nullptr ? "a local variable" : known->name,
                        llvm::demangle(function.getName().str()))};
  }
  if (thing.global == nullptr) return {"something that was allocated"};
  const auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(thing.global);
  const std::string linkage = llvm::demangle(thing.global->getName().str());
  if (variable == nullptr) return {"&" + linkage};
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> about;
  variable->getDebugInfo(about);
  if (about.empty()) return {offset == 0 ? linkage : fmt::format("{} + {}", linkage, offset)};
  const llvm::DIGlobalVariable* const known = about.front()->getVariable();
  if (bits == 0) return {"&" + known->getName().str()};
  const auto member = member_at(known->getType(), offset, bits);
  return member ? Named{known->getName().str() + in_users_words(member->path), member->type} : Named{};
}

Words::Named Words::element(const Named& base, std::uint64_t offset, const std::string& index, std::uint64_t stride,
                            unsigned bits) {
  const llvm::DIType* const type = pointee(base.type);
  if (type == nullptr) return {};
  const std::uint64_t size = type->getSizeInBits() / 8;
  if (!index.empty() && stride != size) return {};
  const std::uint64_t number = size == 0 ? 0 : offset / size;
  const auto member = member_at(type, size == 0 ? offset : offset % size, bits);
  if (!member) return {};
  const std::string path = in_users_words(member->path);
  if (index.empty() && number == 0) {
    if (path.empty()) return {(is_reference(base.type) ? "" : "*") + base.text, member->type};
    if (!path.starts_with(".")) return {"(*" + base.text + ")" + path, member->type};
    return {is_reference(base.type) ? base.text + path : base.text + "->" + path.substr(1), member->type};
  }
  const std::string which = index.empty() ? std::to_string(number)
                            : number == 0 ? index
                                          : fmt::format("{} + {}", index, number);
  return {fmt::format("{}[{}]{}", base.text, which, path), member->type};
}

Words::Named Words::place(Expr address, unsigned bits) {
  const Sum sum = sum_of(e_, address);
  const Thing* const thing = places_.at(sum.constant);
  if (thing != nullptr && sum.terms.empty()) return global(*thing, sum.constant - thing->base, bits);
  for (const auto& [term, factor] : sum.terms) {
    if (factor != 1 || sum.terms.size() > 2) continue;
    const Named base = name(term);
    if (pointee(base.type) == nullptr) continue;
    std::string index;
    std::uint64_t stride = 0;
    for (const auto& [other, by] : sum.terms)
      if (other != term) {
        index = general(other);
        stride = by;
      }
    // What is in front of it is no member.
    if (sum.constant >= 1ULL << 32) continue;
    if (Named found = element(base, sum.constant, index, stride, bits); !found.text.empty()) return found;
  }
  return {};
}

/// The text of which byte `at` is compared with 0: `Eq(Read8(text + at), 0)`. None: that is something else.
Expr Words::text_ending_at(Expr condition, std::size_t at) {
  if (!e_.is(condition, Op::kEq) || e_.value(e_[condition].b()) != Bits{0}) return {};
  const Expr byte = e_[condition].a();
  if (!e_.is(byte, Op::kRead) || e_.width(byte) != 8 || !e_.is(e_[byte].a(), Op::kArray)) return {};
  return e_.make(Op::kSub, e_[byte].b(), e_.constant(at, 64));
}

/// `strlen(s)` of `s[0] == 0 ? 0 : s[1] == 0 ? 1 : ...`, and `strlen(s) <= 3` of `s[0] == 0 || s[1] == 0 || ...`.
std::string Words::length_of_text(Expr value) {
  constexpr std::size_t kShortest = 4;  // fewer are no call's
  Expr text;
  std::size_t at = 0;
  const bool is_condition = e_.is(value, Op::kOr);
  for (Expr rest = value; e_.is(rest, is_condition ? Op::kOr : Op::kIte); ++at) {
    const symbolic::Node node = e_[rest];
    const Expr here = text_ending_at(node.a(), at);
    if (here == Expr{} || (text != Expr{} && here != text)) return {};
    if (!is_condition && e_.value(node.b()) != Bits{at}) return {};
    text = here;
    rest = is_condition ? node.b() : node.c();
    if (is_condition && text_ending_at(rest, at + 1) == text) ++at;
  }
  if (at < kShortest) return {};
  const std::string known = name(text).text;
  const std::string called = fmt::format("strlen({})", known.empty() ? general(text) : known);
  return is_condition ? fmt::format("{} <= {}", called, at) : called;
}

Words::Named Words::name(Expr value) {
  if (e_.is(value, Op::kIte))
    if (std::string length = length_of_text(value); !length.empty()) return {length};
  if (e_.is(value, Op::kSymbol)) return symbol(value);
  if (e_.is(value, Op::kZExt) || e_.is(value, Op::kSExt)) return {name(e_[value].a()).text};
  if (e_.is(value, Op::kRead)) {
    if (memory_.is_size(value)) {
      const std::string of = general(e_[value].b());
      return {fmt::format("(bytes that {} points to)", of)};
    }
    if (Named found = place(e_[value].b(), e_.width(value)); !found.text.empty()) return found;
    return {fmt::format("*(u{}*)({})", e_.width(value), general(e_[value].b()))};
  }
  if (const auto known = e_.value(value))
    if (const Thing* thing = places_.at(static_cast<std::uint64_t>(*known)); thing != nullptr && e_.width(value) == 64)
      return global(*thing, static_cast<std::uint64_t>(*known) - thing->base, 0);
  // The address of a member.
  const Sum sum = sum_of(e_, value);
  if (e_.is(value, Op::kAdd) && sum.terms.size() == 1 && sum.terms.begin()->second == 1 && sum.constant < 1ULL << 32) {
    const Named base = name(sum.terms.begin()->first);
    const auto* const type = pointee(base.type);
    if (type != nullptr)
      for (const unsigned bits : {64U, 32U, 8U, 16U})
        if (const auto member = member_at(type, sum.constant, bits); member && !member->path.empty())
          return {"&" + base.text + "->" + in_users_words(member->path).substr(1)};
  }
  return {};
}

std::string Words::value_as(Expr constant, const llvm::DIType* type) {
  const auto value = *e_.value(constant);
  const unsigned width = e_.width(constant);
  const auto number = static_cast<std::int64_t>(symbolic::as_signed(value, width));
  if (is_pointer(type)) {
    if (value == 0) return "nullptr";
    if (std::string text = name(constant).text; !text.empty()) return text;
  }
  if (std::string text = enumerator(type, number); !text.empty()) return text;
  const auto kind = encoding(type);
  const bool is_character = kind == llvm::dwarf::DW_ATE_signed_char || kind == llvm::dwarf::DW_ATE_unsigned_char;
  if (is_character && value >= 32 && value < 127) return fmt::format("'{}'", static_cast<char>(value));
  if (kind == llvm::dwarf::DW_ATE_float && width == 64)
    return fmt::format("{}", std::bit_cast<double>(static_cast<std::uint64_t>(value)));
  const bool is_unsigned = kind == llvm::dwarf::DW_ATE_unsigned || kind == llvm::dwarf::DW_ATE_unsigned_char;
  return is_unsigned && width <= 64 ? std::to_string(static_cast<std::uint64_t>(value)) : std::to_string(number);
}

/// `*shape is a Circle`: what a pointer to a table of virtual functions says.
std::string Words::dynamic_type(Expr table, Expr value, bool is_it) {
  const auto known = e_.value(value);
  const Thing* const thing = known ? places_.at(static_cast<std::uint64_t>(*known)) : nullptr;
  constexpr std::string_view kTable = "vtable for ";
  if (thing == nullptr || thing->global == nullptr || !e_.is(table, Op::kRead)) return {};
  std::string name = llvm::demangle(thing->global->getName().str());
  if (!name.starts_with(kTable)) return {};
  const Named object = this->name(e_[table].b());
  const std::string text = object.text.empty() ? general(e_[table].b()) : object.text;
  return fmt::format("{}{} {} {}", is_reference(object.type) ? "" : "*", text, is_it ? "is a" : "is no",
                     name.substr(kTable.size()));
}

std::string Words::equality(Expr a, Expr b, bool equal) {
  if (e_.value(a)) std::swap(a, b);
  if (memory_.is_freed_read(a)) {
    const Expr address = e_[a].b();
    const std::string what = name(address).text;
    return fmt::format("{} {} what was freed", what.empty() ? general(address) : what,
                       equal ? "points to" : "does not point to");
  }
  if (std::string text = dynamic_type(a, b, equal); !text.empty()) return text;
  const Named left = name(a);
  if (left.text.empty()) return {};
  if (e_.value(b)) {
    if (encoding(left.type) == llvm::dwarf::DW_ATE_boolean && *e_.value(b) <= 1)
      return (*e_.value(b) == 1) == equal ? left.text : "!" + left.text;
    const bool is_address = e_.width(b) == 64 && places_.at(static_cast<std::uint64_t>(*e_.value(b))) != nullptr;
    const std::string right = is_address && !is_pointer(left.type) ? name(b).text : value_as(b, left.type);
    return fmt::format("{} {} {}", left.text, equal ? "==" : "!=", right);
  }
  const Named right = name(b);
  if (right.text.empty()) return {};
  for (const auto& [one, other] : {std::pair(left.text, right.text), std::pair(right.text, left.text)}) {
    std::string container = object_of(one, "begin()");
    if (container.empty() || container != object_of(other, "end()")) continue;
    container.resize(container.size() - (container.ends_with("->") ? 2 : 1));
    return fmt::format("{} is {}empty", container, equal ? "" : "not ");
  }
  return fmt::format("{} {} {}", left.text, equal ? "==" : "!=", right.text);
}

/// The condition with what has a name in the place of what it is made of, in a table of its own.
std::string Words::general(Expr condition) {
  Expressions words;
  std::unordered_map<Expr, Expr> done;
  const std::function<Expr(Expr)> copy = [&](Expr each) -> Expr {
    if (const auto known = done.find(each); known != done.end()) return known->second;
    symbolic::Node node = e_[each];
    Expr result;
    if (node.kind() == Op::kConstant) {
      const bool is_address = node.width == 64 && places_.at(static_cast<std::uint64_t>(*e_.value(each))) != nullptr;
      const std::string text = is_address ? name(each).text : std::string{};
      result = text.empty() ? words.constant(*e_.value(each), node.width)
                            : words.symbol(with_width(text, node.width), node.width);
    } else if (std::string length = length_of_text(each); !length.empty()) {
      result = words.symbol(with_width(length, node.width), node.width);
    } else if (node.kind() == Op::kRead || node.kind() == Op::kSymbol) {
      std::string text = name(each).text;
      if (node.kind() == Op::kRead && e_.is(node.a(), Op::kTable)) text = fmt::format("a table[{}]", general(node.b()));
      result = words.symbol(with_width(text, node.width), node.width);
    } else if (node.kind() == Op::kEq) {
      std::string text = equality(node.a(), node.b(), true);
      if (!text.empty()) result = words.symbol(with_width("(" + text + ")", 1), 1);
    } else if (node.kind() == Op::kSub || node.kind() == Op::kAShr || node.kind() == Op::kSDiv) {
      // (end - begin) / size of an element
      const Expr difference = node.kind() == Op::kSub ? each : node.a();
      if (e_.is(difference, Op::kSub)) {
        const std::string container = object_of(name(e_[difference].a()).text, "end()");
        if (!container.empty() && container == object_of(name(e_[difference].b()).text, "begin()"))
          result = words.symbol(
              with_width(container + (node.kind() == Op::kSub ? "size() in bytes" : "size()"), node.width), node.width);
      }
    }
    if (result == Expr{}) {
      for (unsigned i = 0; i < symbolic::operand_count(node.kind()); ++i)
        node.operands[i] = copy(Expr{node.operands[i]}).value;
      result = words.unsimplified(node);
    }
    done.emplace(each, result);
    return result;
  };
  return without_widths(symbolic::print(words, copy(condition)));
}

/// Written out, with what stands in several places written in each: 30 rounds of `h = h * 33 ^ h >> 7` are 2^30 of them.
bool Words::is_long(std::span<const Expr> parts) const {
  constexpr std::uint64_t kMost = 5000;
  std::unordered_map<Expr, std::uint64_t> operations;
  for (const Expr each : parts) {
    std::uint64_t& own = operations[each] = 1;
    const symbolic::Node node = e_[each];
    for (unsigned i = 0; i < symbolic::operand_count(node.kind()); ++i) own += operations.at(Expr{node.operands[i]});
    if (own > kMost) return true;
  }
  return false;
}

std::string Words::subjects_of(std::span<const Expr> parts) {
  constexpr std::size_t kMost = 4;
  std::vector<std::string> names;
  for (const Expr each : parts) {
    if (!e_.is(each, Op::kSymbol)) continue;
    std::string text = symbol(each).text;
    if (std::ranges::find(names, text) == names.end()) names.push_back(std::move(text));
  }
  if (names.empty()) return "something long";
  const bool is_cut = names.size() > kMost;
  if (is_cut) names.resize(kMost);
  return fmt::format("something long about {}{}", fmt::join(names, ", "), is_cut ? ", ..." : "");
}

std::string Words::of(Expr condition) {
  if (const std::vector<Expr> parts = symbolic::reachable(e_, std::span(&condition, 1)); is_long(parts))
    return subjects_of(parts);
  const bool negated = e_.is(condition, Op::kNot);
  const Expr inner = negated ? e_[condition].a() : condition;
  if (negated && e_.is(inner, Op::kEq) && e_.value(e_[inner].b()) == Bits{0})
    if (const Named known = name(e_[inner].a()); known.text == "this" || is_reference(known.type)) return {};
  if (e_.is(inner, Op::kEq))
    if (std::string text = equality(e_[inner].a(), e_[inner].b(), !negated); !text.empty()) return text;
  // The lowest bit of a bool.
  if (e_.is(inner, Op::kExtract) && e_[inner].low() == 0)
    if (const Named known = name(e_[inner].a()); encoding(known.type) == llvm::dwarf::DW_ATE_boolean)
      return (negated ? "!" : "") + known.text;
  return general(condition);
}

}  // namespace reenact::backward
