// The numbers that steer how tests are made and changed, each declared once with its range and meaning: the command line,
// `--help-search` and docs/methods/evocrash.md show them (base/declare.h). They are chances in [0, 1] unless said otherwise.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/declare.h"
#include "base/random.h"

namespace reenact {

/// How numbers are made and changed.
struct NumberDraws {
  // Sources of a new integer, in percent; what is left of 100 is any bits at all.
  std::size_t small = 50, constant = 15, boundary = 15, thousand = 15;
  // Sources of a new floating-point number, in percent; what is left of 100 has any exponent.
  std::size_t small_real = 35, constant_real = 15, special_real = 20, hundred_real = 20;
  double told = 0.15;               // a new integer is one that another strategy found worth trying
  double seen_when_fresh = 0.15;    // a new value is one that was seen in a comparison
  double seen_when_changed = 0.25;  // a change replaces a value by what it was compared with
  double flags = 0.3;               // a constant is a macro of the headers
  double two_flags = 0.25;          // two such macros at once
  double beside = 0.2;              // one more or less than a constant
  double anew = 0.4;                // a changed number is made anew
  double no_enumerator = 0.03;      // an enumeration's value is none of its names
  double joined_enumerators =
      0.3;  // the value of one whose enumerators are bits is of two, or a change switches one of them
};

/// How texts are made and changed.
struct TextDraws {
  // Shapes of a new text, in percent; what is left of 100 has up to 24 pieces.
  std::size_t empty = 8, one_character = 8, short_text = 54;
  double example = 0.1;           // a text is one of the project's tests and examples, or a part of one
  double space = 0.08;            // a character is a blank or the end of a line
  double known_character = 0.65;  // else one that the subject compares with
  double printable = 0.9;         // else a printable one
  double known_piece = 0.2;       // a piece is one of the subject's texts
  double known_inserted = 0.5;    // a piece inserted into a text is one of the subject's texts
  double number = 0.05;           // a piece is a number
  double one_change = 0.6;        // a changed text has one change, not up to four
  double short_chunk = 0.6;       // what is repeated has one or two characters, not up to 16
  double few_repeats = 0.75;      // up to four times, not up to 4,096
  double more_erased = 0.3;       // up to eight characters are erased, not one
  double other_number = 0.5;      // changed digits become another number, not one nearby
  double cleared = 0.05;          // a changed text is emptied first
  double repeated_line = 0.06;    // of a text's changes, repeat a line
  double changed_line = 0.75;     // of lines that are repeated, one character is changed in one of the two
  double agree = 0.5;             // behind a join with another text, one word is made to agree with another
};

/// How calls and their arguments are chosen.
struct CallDraws {
  double null = 0.12;               // a pointer that may be null is
  double stub = 0.1;                // an object is of a generated subclass where there are others
  double reuse_object = 0.75;       // an argument is an object that is there already
  double reuse_value = 0.2;         // an argument is a value that is there already
  double reported = 0.5;            // a call whose arguments the report shows gets these
  double cheapest = 0.3;            // an object is made in the cheapest way
  double plain_text = 0.8;          // a text object is made of a literal
  double next_source = 0.4;         // each step down the list of sources, which begins with the best
  double next_than_literal = 0.15;  // the same, behind a literal
  double own_length = 0.9;          // a buffer's length is its own
  double keep_buffer = 0.7;         // a changed buffer stays, and only its length changes
  double other_call = 0.4;          // a changed call becomes another one with the same result
  double short_array = 0.8;         // a new array has up to 4 elements, not up to 32
  double longer_array = 0.3;        // a changed array gets one more element
  double shorter_array = 0.2;       // else loses one
  double bring_objects = 0.5;       // the second half of a crossover brings its own objects along
};

struct Draws {
  NumberDraws numbers;
  TextDraws texts;
  CallDraws calls;
};

void declare(Draws& draws, OptionVisitor& visitor);

/// Which of several shares in percent is drawn: its index, or their number for what is left of 100.
template <std::size_t kCount>
[[nodiscard]] std::size_t draw_percent(const std::array<std::size_t, kCount>& shares, Random& random) {
  std::uint64_t drawn = random.below(100);
  for (std::size_t i = 0; i < kCount; ++i) {
    if (drawn < shares[i]) return i;
    drawn -= shares[i];
  }
  return kCount;
}

}  // namespace reenact
