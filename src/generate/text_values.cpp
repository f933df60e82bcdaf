#include "generate/text_values.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace reenact {
namespace {

char fresh_character(const ValuePool& pool, Random& random) {
  // What ends a line or a word is often compared with by the standard library (getline, >>, isspace) alone.
  const TextDraws& draws = pool.draws.texts;
  if (random.chance(draws.space)) return random.chance(0.5) ? '\n' : ' ';
  if (!pool.characters.empty() && random.chance(draws.known_character)) return random.pick(pool.characters);
  if (random.chance(draws.printable)) return static_cast<char>(random.between(32, 126));
  return static_cast<char>(random.below(256));
}

/// Numbers at which parsers go wrong: small ones, the project's constants, those around the limits of the integer types, and overlong ones.
std::string number_text(const ValuePool& pool, Random& random) {
  static const char* kOverlong[] = {"1e999",      "99999999999", "18446744073709551616",
                                    "0x7fffffff", "FFFFFFFF",    "FFFFFFFFFF"};
  static constexpr unsigned kWidths[] = {7, 8, 15, 16, 31, 32, 63};
  switch (random.below(5)) {
    case 0:
      return std::to_string(random.between(-1, 10));
    case 1:
      return kOverlong[random.below(std::size(kOverlong))];
    case 2:
      if (!pool.integers.empty()) return std::to_string(random.pick(pool.integers));
      [[fallthrough]];
    default:
      return std::to_string((std::uint64_t{1} << kWidths[random.below(std::size(kWidths))]) +
                            static_cast<std::uint64_t>(random.between(-2, 2)));
  }
}

void insert_number(std::string& text, std::size_t at, const ValuePool& pool, Random& random) {
  text.insert(at, number_text(pool, random));
}

void repeat_chunk(std::string& text, const TextDraws& draws, Random& random) {
  const std::size_t at = random.below(text.size());
  const std::size_t length =
      1 + random.below(std::min<std::size_t>(text.size() - at, random.chance(draws.short_chunk) ? 2 : 16));
  const std::string chunk = text.substr(at, length);
  // Mostly a few times; now and then as deep as a recursion limit.
  const std::size_t times = random.chance(draws.few_repeats) ? 1 + random.below(4) : std::size_t{1} << random.below(13);
  std::string run;
  for (std::size_t i = 0; i < times && run.size() + text.size() < kMaxText; ++i) run += chunk;
  text.insert(at, run);
}

void wrap(std::string& text, Random& random) {
  static const char* kPairs[] = {"[]", "{}", "()", "<>", "\"\"", "''"};
  const char* pair = kPairs[random.below(std::size(kPairs))];
  const std::size_t at = random.below(text.size() + 1), end = at + random.below(text.size() - at + 1);
  text.insert(end, 1, pair[1]);
  text.insert(at, 1, pair[0]);
}

constexpr std::string_view kOpening = "[{(<\"'", kClosing = "]})>\"'";

/// Where what `text[open]` opens is closed; `text.size()`: nowhere, or it opens nothing.
std::size_t closing_of(std::string_view text, std::size_t open) {
  const std::size_t kind = kOpening.find(text[open]);
  if (kind == std::string_view::npos) return text.size();
  std::size_t depth = 1;
  for (std::size_t at = open + 1; at < text.size(); ++at) {
    if (text[at] == kClosing[kind])
      --depth;
    else if (text[at] == kOpening[kind])
      ++depth;
    if (depth == 0) return at;
  }
  return text.size();
}

/// `a = [1, 2]` becomes `a = []`: what is empty is often forgotten.
void empty_brackets(std::string& text, std::size_t from) {
  const std::size_t open = text.find_first_of(kOpening, from);
  const std::size_t first = open == std::string::npos ? text.find_first_of(kOpening) : open;
  if (first == std::string::npos) return;
  const std::size_t close = closing_of(text, first);
  if (close < text.size()) text.erase(first + 1, close - first - 1);
}

void replace_digits(std::string& text, const ValuePool& pool, Random& random) {
  const std::size_t start = text.find_first_of("0123456789", random.below(text.size()));
  if (start == std::string::npos) return insert_number(text, random.below(text.size() + 1), pool, random);
  const std::size_t end = text.find_first_not_of("0123456789", start);
  const std::string digits = text.substr(start, std::min<std::size_t>(end - start, 17));
  text.erase(start, end == std::string::npos ? std::string::npos : end - start);
  if (random.chance(pool.draws.texts.other_number)) return insert_number(text, start, pool, random);
  text.insert(start, std::to_string(std::stoll(digits) * (random.chance(0.2) ? 10 : 1) + random.between(-3, 3)));
}

bool is_in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// One of the words of `text`, each as likely; empty: it has none.
std::string_view any_word(std::string_view text, Random& random) {
  std::string_view chosen;
  std::uint64_t words = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!is_in_word(text[at])) continue;
    const std::size_t start = at;
    while (at < text.size() && is_in_word(text[at])) ++at;
    if (random.below(++words) == 0) chosen = text.substr(start, at - start);
  }
  return chosen;
}

/// Makes a name agree with another: `a = []\n[b.c]` becomes `a = []\n[a.c]`.
void repeat_word(std::string& text, Random& random) {
  const std::string word(any_word(text, random));
  const std::string_view place = any_word(text, random);
  if (word.empty() || place == word) return;
  text.replace(static_cast<std::size_t>(place.data() - text.data()), place.size(), word);
}

/// Says of the same thing something else, or the same of something else: a line comes again behind itself, mostly with
/// one character changed in one of the two. `name:` becomes `name:\nname=`.
void repeat_line(std::string& text, std::size_t at, const ValuePool& pool, Random& random) {
  const std::size_t before = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
  const std::size_t first = before == std::string::npos ? 0 : before + 1;
  const std::size_t last = std::min(text.find('\n', at), text.size());
  const std::size_t length = last - first;
  constexpr std::size_t kLongest = 1024;  // bytes: what is longer is hardly a line
  if (length == 0 || length > kLongest) return;
  text.insert(last, "\n" + text.substr(first, length));
  if (!random.chance(pool.draws.texts.changed_line)) return;
  const std::size_t changed = random.chance(0.5) ? first : last + 1;
  text[changed + random.below(length)] = fresh_character(pool, random);
}

/// Adds a power of two, or takes it away, to the byte at `at` as one of a number's: of several bytes, the highest first or
/// last, or of one.
void step_number(std::string& text, std::size_t at, Random& random) {
  int carry = (random.chance(0.5) ? 1 : -1) * (1 << random.below(8));
  const int towards_higher = static_cast<int>(random.below(3)) - 1;
  while (carry != 0 && at < text.size()) {
    const int sum = static_cast<unsigned char>(text[at]) + carry;
    text[at] = static_cast<char>(sum & 0xff);
    carry = towards_higher == 0 ? 0 : sum >> 8;
    at += static_cast<std::size_t>(towards_higher);
  }
}

/// Is one of the subject's text constants to be taken, at the `share` of draws that is right where they are not all
/// sentences? Those are messages mostly, and long.
bool takes_known_text(const ValuePool& pool, double share, Random& random) {
  if (!pool.texts.empty()) return random.chance(share);
  return !pool.sentences.empty() && random.chance(share / 10);
}

/// What the subject's own text constants say; empty: it has none.
std::string_view known_text(const ValuePool& pool, Random& random) {
  if (!pool.texts.empty()) return random.pick(pool.texts);
  return pool.sentences.empty() ? std::string_view() : random.pick(pool.sentences);
}

/// A piece of a fresh text.
enum PieceSource : std::uint8_t { kKnownText, kNumberText, kCharacter };

/// One change of a text.
enum TextOperator : std::uint8_t {
  kInsertCharacter,
  kInsertAnother,  // the same: twice as likely
  kErase,
  kReplaceCharacter,
  kInsertKnown,
  kRepeat,
  kWrap,
  kChangeDigits,
  kCut,
  kDuplicate,
  kInsertFresh,
  kFlipBit,
  kStepCharacter,
  kRepeatWord,
  kEmptyBrackets,
  kTextOperators
};

PieceSource piece_source(const ValuePool& pool, Random& random) {
  if (takes_known_text(pool, pool.draws.texts.known_piece, random)) return kKnownText;
  return random.chance(pool.draws.texts.number) ? kNumberText : kCharacter;
}

/// One of the project's examples, or some lines of it.
void append_example(std::string& text, const ValuePool& pool, Random& random) {
  const std::string_view example = pool.examples[random.below(pool.examples.size())];
  if (random.chance(0.5)) {
    text += example;
    return;
  }
  const std::size_t at = random.below(example.size());
  const std::size_t before = at == 0 ? std::string_view::npos : example.rfind('\n', at - 1);
  const std::size_t first = before == std::string_view::npos ? 0 : before + 1;
  const std::size_t last = example.find('\n', first + random.below(example.size() - first));
  text += example.substr(first, last == std::string_view::npos ? last : last + 1 - first);
}

/// `text` and `other` as lines of their own.
std::string in_lines(std::string_view text, std::string_view other) {
  std::string result(text);
  if (!text.empty() && text.back() != '\n') result += '\n';
  result += other;
  return result;
}

}  // namespace

void fresh_text(std::string& out, const ValuePool& pool, Random& random) {
  const TextDraws& draws = pool.draws.texts;
  if (!pool.examples.empty() && random.chance(draws.example)) return append_example(out, pool, random);
  const std::array<std::size_t, 3> shares{draws.empty, draws.one_character, draws.short_text};
  const std::size_t shape = draw_percent(shares, random);
  if (shape == 0) return;
  if (shape == 1) {
    out += fresh_character(pool, random);
    return;
  }
  const std::size_t pieces = 1 + random.below(shape == 2 ? 6 : 24);
  for (std::size_t i = 0; i < pieces; ++i) {
    switch (piece_source(pool, random)) {
      case kKnownText:
        out += known_text(pool, random);
        break;
      case kNumberText:
        insert_number(out, out.size(), pool, random);
        break;
      case kCharacter:
        out += fresh_character(pool, random);
        break;
    }
  }
}

void join_texts(std::string& text, std::string_view other, const ValuePool& pool, Random& random) {
  const std::size_t at = random.below(text.size() + 1), from = random.below(other.size() + 1);
  switch (random.below(6)) {
    case 0:
    case 1:
      text = in_lines(other, text);
      break;
    case 2:
    case 3:
      text = in_lines(text, other);
      break;
    case 4:
      text.replace(at, std::string::npos, other.substr(from));
      break;
    default:
      text.insert(at, other.substr(from, random.below(other.size() - from + 1)));
      break;
  }
  // What is joined often speaks of what is there: `a = []` before `[b.c]` makes little of it, before `[a.c]` much.
  if (random.chance(pool.draws.texts.agree)) repeat_word(text, random);
  if (text.size() > kMaxText) text.resize(kMaxText);
}

void change_text(std::string& text, const ValuePool& pool, Random& random) {
  const TextDraws& draws = pool.draws.texts;
  const std::size_t changes = random.chance(draws.one_change) ? 1 : 1 + random.below(4);
  for (std::size_t i = 0; i < changes; ++i) {
    if (pool.seen != nullptr && random.chance(pool.draws.numbers.seen_when_changed) && pool.seen->change(text, random))
      continue;
    const std::size_t at = random.below(text.size() + 1);
    if (text.empty()) {
      fresh_text(text, pool, random);
      continue;
    }
    if (random.chance(draws.repeated_line)) {
      repeat_line(text, std::min(at, text.size() - 1), pool, random);
      continue;
    }
    switch (static_cast<TextOperator>(random.below(kTextOperators))) {
      case kInsertCharacter:
      case kInsertAnother:
        text.insert(at, 1, fresh_character(pool, random));
        break;
      case kErase:
        text.erase(std::min(at, text.size() - 1), 1 + (random.chance(draws.more_erased) ? random.below(8) : 0));
        break;
      case kReplaceCharacter:
        text[std::min(at, text.size() - 1)] = fresh_character(pool, random);
        break;
      case kInsertKnown:
        if (takes_known_text(pool, draws.known_inserted, random))
          text.insert(at, known_text(pool, random));
        else
          text.insert(at, 1, fresh_character(pool, random));
        break;
      case kRepeat:
        repeat_chunk(text, draws, random);
        break;
      case kWrap:
        wrap(text, random);
        break;
      case kChangeDigits:
        replace_digits(text, pool, random);
        break;
      case kCut:
        text.resize(at);
        break;  // cut short: errors at the end of input
      case kDuplicate: {
        const std::size_t from = random.below(text.size());
        const std::string chunk = text.substr(from, 1 + random.below(std::min<std::size_t>(text.size() - from, 12)));
        text.insert(at, chunk);
        break;
      }
      case kInsertFresh: {
        std::string piece;
        fresh_text(piece, pool, random);
        text.insert(at, piece);
        break;
      }
      case kRepeatWord:
        repeat_word(text, random);
        break;
      case kEmptyBrackets:
        empty_brackets(text, at);
        break;
      case kFlipBit:
        text[std::min(at, text.size() - 1)] = static_cast<char>(
            static_cast<unsigned char>(text[std::min(at, text.size() - 1)]) ^ (1u << random.below(8)));
        break;
      case kStepCharacter:
        step_number(text, std::min(at, text.size() - 1), random);
        break;
      case kTextOperators:
        break;
    }
  }
  if (text.size() > kMaxText) text.resize(kMaxText);
}

}  // namespace reenact
