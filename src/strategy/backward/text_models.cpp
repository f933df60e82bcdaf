// Functions of <cstring>.
#include <fmt/format.h>

#include "strategy/backward/library_models.h"

namespace reenact::backward {

Expr LibraryModels::byte(Expr text, std::size_t at) { return memory_.read(e_.make(Op::kAdd, text, number_of(at)), 8); }

/// A text that never changes; none: it is not, or not known to end.
std::optional<std::string> LibraryModels::constant_text(Expr text) {
  std::string result;
  for (std::size_t i = 0; i < kLongestConstant; ++i) {
    const auto next = e_.value(byte(text, i));
    if (!next) return std::nullopt;
    if (*next == 0) return result;
    result += static_cast<char>(*next);
  }
  return std::nullopt;
}

/// Nothing reads behind the end of constant data.
bool LibraryModels::is_behind_constant(Expr text, std::size_t at) {
  const auto address = e_.value(text);
  const Thing* const thing = address ? places_.at(static_cast<std::uint64_t>(*address)) : nullptr;
  const auto size = thing == nullptr ? std::nullopt : places_.constant_size(*thing);
  return size && static_cast<std::uint64_t>(*address) - thing->base + at >= *size;
}

Expr LibraryModels::in_set(Expr byte, std::string_view set) {
  Expr any = e_.truth(false);
  for (const char each : set)
    any = e_.make(Op::kOr, any, e_.make(Op::kEq, byte, e_.constant(static_cast<unsigned char>(each), 8)));
  return any;
}

LibraryModels::Length LibraryModels::length(Expr text, Expr most, const std::function<Expr(Expr byte)>& stops,
                                            std::string_view name) {
  // From the end: what is known when the bytes in front went by.
  std::vector<Expr> ends;
  for (std::size_t i = 0; i < (constant_text(text) ? kLongestConstant : kLongest); ++i) {
    Expr end = stops(byte(text, i));
    if (most != Expr{}) end = e_.make(Op::kOr, end, e_.make(Op::kUle, most, number_of(i)));
    ends.push_back(end);
    if (e_.value(end) == symbolic::Bits{1}) break;
  }
  const bool is_whole = e_.value(ends.back()) == symbolic::Bits{1};
  Length result;
  result.value = number_of(ends.size() - (is_whole ? 1 : 0));
  result.exact = e_.truth(is_whole);
  if (!is_whole) {
    // An unknown that is no less.
    const Expr more = values_.unknown(fmt::format("what {} counts behind {} bytes", name, kLongest), 31);
    result.value = e_.make(Op::kAdd, e_.convert(Op::kZExt, more, 64), result.value);
  }
  for (std::size_t i = ends.size() - (is_whole ? 1 : 0); i-- > 0;) {
    result.value = e_.ite(ends[i], number_of(i), result.value);
    result.exact = e_.make(Op::kOr, ends[i], result.exact);
  }
  return result;
}

LibraryModels::Length LibraryModels::length(Expr text) {
  return length(text, {}, [&](Expr each) { return e_.make(Op::kEq, each, e_.constant(0, 8)); }, "strlen");
}

LibraryModel LibraryModels::compared(Expr a, Expr b, const Comparison& how) {
  struct Pair {
    Expr a, b, ended /* nothing more counts */;
    bool is_last = false;
  };
  const auto folded = [&](Expr each) {
    if (!how.folds_case) return each;
    const Expr is_upper = e_.make(Op::kUlt, e_.make(Op::kSub, each, e_.constant('A', 8)), e_.constant(26, 8));
    return e_.ite(is_upper, e_.make(Op::kAdd, each, e_.constant('a' - 'A', 8)), each);
  };
  const auto is = [&](Expr condition, bool value) { return e_.value(condition) == symbolic::Bits{value ? 1U : 0U}; };
  std::vector<Pair> pairs;
  bool is_whole = false;
  for (std::size_t i = 0; i < kLongestConstant && !is_whole; ++i) {
    Pair pair{.a = folded(byte(a, i)), .b = folded(byte(b, i)), .ended = e_.truth(false)};
    const bool is_known = e_.value(pair.a) || e_.value(pair.b) || (how.most != Expr{} && e_.value(how.most));
    if (i >= kLongest && !is_known) break;
    if (is_behind_constant(a, i) || is_behind_constant(b, i) || (how.most != Expr{} && e_.value(how.most) == i)) {
      is_whole = true;
      break;
    }
    if (how.most != Expr{}) pair.ended = e_.make(Op::kUle, how.most, number_of(i));
    const Expr zero = e_.constant(0, 8);
    // Where the bytes are equal and one is zero, so is the other.
    const Expr is_zero =
        how.ends_at_zero ? e_.make(Op::kEq, e_.value(pair.a) ? pair.a : pair.b, zero) : e_.truth(false);
    pair.is_last = is(is_zero, true) || is(e_.make(Op::kEq, pair.a, pair.b), false);
    is_whole = pair.is_last;
    pairs.push_back(pair);
  }
  // Behind what is looked at.
  Expr value = is_whole ? e_.constant(0, 32) : values_.unknown("what a comparison of long texts gives", 32);
  Expr equal = e_.make(Op::kEq, value, e_.constant(0, 32)), less = e_.make(Op::kSlt, value, e_.constant(0, 32));
  Expr exact = e_.truth(is_whole);
  for (auto pair = pairs.rbegin(); pair != pairs.rend(); ++pair) {
    const Expr same = e_.make(Op::kEq, pair->a, pair->b);
    const Expr differ = e_.negation(same), running = e_.negation(pair->ended);
    const Expr ends =
        how.ends_at_zero ? e_.make(Op::kEq, e_.value(pair->a) ? pair->a : pair->b, e_.constant(0, 8)) : e_.truth(false);
    const Expr difference = e_.make(Op::kSub, e_.convert(Op::kZExt, pair->a, 32), e_.convert(Op::kZExt, pair->b, 32));
    const Expr zero = e_.constant(0, 32);
    value = e_.ite(pair->ended, zero, e_.ite(differ, difference, e_.ite(ends, zero, value)));
    equal = e_.make(Op::kOr, pair->ended, e_.make(Op::kAnd, same, e_.make(Op::kOr, ends, equal)));
    less = e_.make(Op::kAnd, running,
                   e_.make(Op::kOr, e_.make(Op::kUlt, pair->a, pair->b),
                           e_.make(Op::kAnd, same, e_.make(Op::kAnd, e_.negation(ends), less))));
    exact = e_.make(Op::kOr, pair->ended, e_.make(Op::kOr, differ, e_.make(Op::kOr, ends, exact)));
  }
  LibraryModel model = only(value);
  model.cases.front().result_is_zero = equal;
  model.cases.front().result_is_negative = less;
  model.cases.front().exact = exact;
  return model;
}

LibraryModel LibraryModels::found(Expr text, const Search& search, std::string_view name) {
  struct Place {
    Expr hit, ended /* before it is looked at */, stops /* behind it */;
  };
  std::vector<Place> places;
  bool is_whole = false;
  const std::size_t longest = constant_text(text) ? kLongestConstant : search.longest;
  for (std::size_t i = 0; i < longest && !is_whole; ++i) {
    Place place{.hit = search.is_there(i), .ended = e_.truth(false), .stops = e_.truth(false)};
    if (search.most != Expr{}) place.ended = e_.make(Op::kUle, search.most, number_of(i));
    if (search.ends_at_zero) place.stops = e_.make(Op::kEq, byte(text, i), e_.constant(0, 8));
    is_whole = e_.value(place.ended) == symbolic::Bits{1} || is_behind_constant(text, i);
    if (is_whole) break;
    is_whole = e_.value(place.stops) == symbolic::Bits{1};
    places.push_back(place);
  }
  // Behind what is looked at: whether it is there, where, and whether that is known.
  Expr there = is_whole ? e_.truth(false) : values_.unknown(fmt::format("whether {} finds it in a long text", name), 1);
  Expr offset = number_of(places.size()), exact = e_.truth(is_whole);
  if (!is_whole)
    offset = e_.make(Op::kAdd,
                     e_.convert(Op::kZExt, values_.unknown(fmt::format("what {} finds in a long text", name), 31), 64),
                     offset);
  for (std::size_t i = places.size(); i-- > 0;) {
    const auto& [hit, ended, stops] = places[i];
    const Expr running = e_.negation(ended), on = e_.negation(stops);
    const Expr later = e_.make(Op::kAnd, on, there);
    offset = search.last ? e_.ite(later, offset, number_of(i)) : e_.ite(hit, number_of(i), offset);
    there = e_.make(Op::kAnd, running, e_.make(Op::kOr, hit, later));
    const Expr known = e_.make(Op::kOr, stops, exact);
    exact = e_.make(Op::kOr, ended, search.last ? known : e_.make(Op::kOr, hit, known));
  }
  LibraryModel model;
  model.cases = {{.holds = there, .result = e_.make(Op::kAdd, text, offset), .exact = exact},
                 {.holds = e_.negation(there), .result = number_of(0), .exact = exact}};
  for (LibraryCase& each : model.cases) each.result_is_zero = e_.truth(&each == &model.cases.back());
  return model;
}

std::optional<LibraryModel> LibraryModels::text(llvm::StringRef name, std::span<const Expr> arguments, unsigned width) {
  if (arguments.empty() || e_.width(arguments[0]) != 64) return std::nullopt;
  const Expr first = arguments[0];
  const auto is_zero = [&](Expr each) { return e_.make(Op::kEq, each, e_.constant(0, 8)); };
  const auto measured = [&](const Length& length) {
    LibraryModel model = only(length.value);
    model.cases.front().exact = length.exact;
    model.no_null = {0};
    return model;
  };
  if (width == 64 && name == "strlen") return measured(length(first));
  if (arguments.size() < 2) return std::nullopt;
  const Expr second = arguments[1];
  if (width == 64 && name == "strnlen") return measured(length(first, second, is_zero, name));

  const bool has_count = arguments.size() == 3 && e_.width(arguments[2]) == 64;
  const bool is_compared = width == 32 && e_.width(second) == 64;
  std::optional<LibraryModel> model;
  if (is_compared && arguments.size() == 2 && (name == "strcmp" || name == "strcasecmp" || name == "strcoll"))
    model = compared(first, second, {.most = {}, .folds_case = name == "strcasecmp"});
  if (is_compared && has_count && (name == "strncmp" || name == "strncasecmp"))
    return compared(first, second, {.most = arguments[2], .folds_case = name == "strncasecmp"});
  if (is_compared && has_count && (name == "memcmp" || name == "bcmp"))
    return compared(first, second, {.most = arguments[2], .ends_at_zero = false});

  if (width != 64) return model;
  const auto sought = [&](std::size_t at) { return e_.make(Op::kEq, byte(first, at), e_.extract(second, 0, 8)); };
  if (e_.width(second) == 32) {
    if (name == "strchr" || name == "strrchr" || name == "index" || name == "rindex")
      model =
          found(first, {.is_there = sought, .most = {}, .last = name.starts_with("strr") || name == "rindex"}, name);
    if (name == "rawmemchr") model = found(first, {.is_there = sought, .most = {}, .ends_at_zero = false}, name);
    if (name == "memchr" && has_count)
      return found(first, {.is_there = sought, .most = arguments[2], .ends_at_zero = false}, name);
  } else if (const auto constant = constant_text(second)) {
    const std::string& set = *constant;
    if (name == "strspn")
      model = measured(length(first, {}, [&](Expr each) { return e_.negation(in_set(each, set)); }, name));
    if (name == "strcspn")
      model = measured(
          length(first, {}, [&](Expr each) { return e_.make(Op::kOr, is_zero(each), in_set(each, set)); }, name));
    if (name == "strpbrk")
      model =
          found(first, {.is_there = [&](std::size_t at) { return in_set(byte(first, at), set); }, .most = {}}, name);
    if (name == "strstr" && set.size() <= kLongest) {
      const auto begins = [&](std::size_t at) {
        Expr all = e_.truth(true);
        for (std::size_t i = set.size(); i-- > 0;)
          all = e_.make(Op::kAnd,
                        e_.make(Op::kEq, byte(first, at + i), e_.constant(static_cast<unsigned char>(set[i]), 8)), all);
        return all;
      };
      model = found(first, {.is_there = begins, .most = {}}, name);
    }
  }
  if (model) model->no_null = {0, 1};
  return model;
}

/// sprintf(to, "%s-%c%d", ...): its parts behind one another. How many digits a number has, and which, may be anything.
std::optional<LibraryModel> LibraryModels::printed(std::span<const Expr> arguments) {
  const auto format = constant_text(arguments[1]);
  if (!format) return std::nullopt;
  constexpr unsigned kDigits = 4;  // bits of how many there are, less one
  LibraryModel model = only({});
  LibraryCase& only_case = model.cases.front();
  model.no_null = {0};
  Expr printed = number_of(0);
  std::vector<Effect> effects;  // the first one first
  const auto add = [&](Effect::Kind kind, Expr value, Expr count) {
    effects.push_back({.kind = kind, .to = e_.make(Op::kAdd, arguments[0], printed), .value = value, .count = count});
    printed = e_.make(Op::kAdd, printed, count);
  };
  std::size_t next = 2;
  for (std::size_t i = 0; i < format->size();) {
    const std::size_t percent = std::min(format->find('%', i), format->size());
    if (percent > i) add(Effect::Kind::kCopy, e_.make(Op::kAdd, arguments[1], number_of(i)), number_of(percent - i));
    if (percent == format->size()) break;
    const std::size_t conversion = std::min(format->find_first_not_of("lhzj", percent + 1), format->size() - 1);
    const char kind = (*format)[conversion];
    const bool is_plain = conversion == percent + 1;  // "%ls" is a text of wide characters
    i = conversion + 1;
    if (kind == '%' && is_plain) {
      add(Effect::Kind::kFill, e_.constant('%', 8), number_of(1));
      continue;
    }
    if (next >= arguments.size()) return std::nullopt;
    const Expr given = arguments[next];
    if (kind == 's' && is_plain && e_.width(given) == 64) {
      const Length text = length(given);
      only_case.exact = both(e_, only_case.exact, text.exact);
      model.no_null.push_back(static_cast<unsigned>(next));
      add(Effect::Kind::kCopy, given, text.value);
    } else if (kind == 'c' && is_plain && e_.width(given) == 32) {
      add(Effect::Kind::kFill, e_.extract(given, 0, 8), number_of(1));
    } else if (kind == 'd' || kind == 'i' || kind == 'u' || kind == 'x') {
      only_case.guessed = "a number was printed";
      const Expr more = values_.unknown("how many digits are printed", kDigits);
      add(Effect::Kind::kFill, values_.unknown("a digit that is printed", 8),
          e_.make(Op::kAdd, e_.convert(Op::kZExt, more, 64), number_of(1)));
    } else {
      return std::nullopt;
    }
    ++next;
  }
  effects.push_back(
      {.kind = Effect::Kind::kStore, .to = e_.make(Op::kAdd, arguments[0], printed), .value = e_.constant(0, 8)});
  only_case.effects.assign(effects.rbegin(), effects.rend());
  only_case.result = e_.extract(printed, 0, 32);
  return model;
}

std::optional<LibraryModel> LibraryModels::text_written(llvm::StringRef name, std::span<const Expr> arguments) {
  const auto copy = [&](Expr to, Expr from, const Length& length, bool with_zero) {
    return Effect{.kind = Effect::Kind::kCopy,
                  .to = to,
                  .value = from,
                  .count = with_zero ? e_.make(Op::kAdd, length.value, number_of(1)) : length.value};
  };
  if (name == "strdup" && arguments.size() == 1) {
    const Length size = length(arguments[0]);
    const Expr place = number_of(places_.allocate());
    LibraryModel model = only(place);
    model.no_null = {0};
    model.cases.front().exact = size.exact;
    model.cases.front().left_out = "an allocation fails";
    model.cases.front().effects = {
        copy(place, arguments[0], size, true),
        {.kind = Effect::Kind::kNew, .to = place, .value = {}, .count = e_.make(Op::kAdd, size.value, number_of(1))}};
    return model;
  }
  // snprintf(to, most, "%s", from)
  if (name == "snprintf" && arguments.size() == 4 && constant_text(arguments[2]) == "%s" &&
      e_.width(arguments[3]) == 64) {
    const Expr most = arguments[1];
    const Length size = length(arguments[3]);
    const Expr last = e_.make(Op::kSub, most, number_of(1));
    const Length kept{.value = e_.ite(e_.make(Op::kUlt, size.value, most), size.value, last), .exact = size.exact};
    LibraryModel model = only(e_.extract(size.value, 0, 32));
    model.no_null = {0, 3};
    LibraryCase& only_case = model.cases.front();
    only_case.exact = size.exact;
    if (!e_.value(most) || *e_.value(most) == 0) {
      only_case.holds = e_.negation(e_.make(Op::kEq, most, number_of(0)));
      only_case.left_out = "a text is printed into no bytes";
    }
    only_case.effects = {
        {.kind = Effect::Kind::kStore, .to = e_.make(Op::kAdd, arguments[0], kept.value), .value = e_.constant(0, 8)},
        copy(arguments[0], arguments[3], kept, false)};
    return model;
  }
  if (arguments.size() < 2 || e_.width(arguments[0]) != 64 || e_.width(arguments[1]) != 64) return std::nullopt;
  if (name == "sprintf") return printed(arguments);
  const Expr to = arguments[0], from = arguments[1];
  LibraryModel model = only(to);
  LibraryCase& only_case = model.cases.front();
  model.no_null = {0, 1};
  if (arguments.size() == 2 && (name == "strcpy" || name == "stpcpy")) {
    const Length size = length(from);
    only_case.exact = size.exact;
    if (name == "stpcpy") only_case.result = e_.make(Op::kAdd, to, size.value);
    only_case.effects = {copy(to, from, size, true)};
    return model;
  }
  if (arguments.size() == 2 && name == "strcat") {
    const Length size = length(from), before = length(to);
    only_case.exact = e_.make(Op::kAnd, size.exact, before.exact);
    only_case.effects = {copy(e_.make(Op::kAdd, to, before.value), from, size, true)};
    return model;
  }
  if (arguments.size() == 3 && name == "strncpy" && e_.width(arguments[2]) == 64) {
    const Expr most = arguments[2];
    const Length size = length(from, most, [&](Expr each) { return e_.make(Op::kEq, each, e_.constant(0, 8)); }, name);
    only_case.exact = size.exact;
    only_case.effects = {{.kind = Effect::Kind::kFill,
                          .to = e_.make(Op::kAdd, to, size.value),
                          .value = e_.constant(0, 8),
                          .count = e_.make(Op::kSub, most, size.value)},
                         copy(to, from, size, false)};
    return model;
  }
  return std::nullopt;
}

}  // namespace reenact::backward
