#include "generate/draws.h"

namespace reenact {
namespace {

constexpr Range<double> kChance{0, 1};
constexpr Range<std::size_t> kPercent{0, 100};

void declare(NumberDraws& draws, OptionVisitor& visitor) {
  visitor.begin_group("Numbers");
  visitor.number("--small-integers", draws.small, kPercent, "Percent of new integers from -2 to 10");
  visitor.number("--constant-integers", draws.constant, kPercent,
                 "Percent of new integers that are constants of the project");
  visitor.number("--boundary-integers", draws.boundary, kPercent,
                 "Percent of new integers at a limit of their type or a power of two");
  visitor.number("--thousand-integers", draws.thousand, kPercent, "Percent of new integers from -1000 to 1000");
  visitor.number("--small-reals", draws.small_real, kPercent, "Percent of new floating-point numbers from -2 to 10");
  visitor.number("--constant-reals", draws.constant_real, kPercent,
                 "Percent of new floating-point numbers that are constants of the project");
  visitor.number("--special-reals", draws.special_real, kPercent,
                 "Percent of new floating-point numbers such as 0, 1e38, infinity and not-a-number");
  visitor.number("--hundred-reals", draws.hundred_real, kPercent,
                 "Percent of new floating-point numbers from -100 to 100");
  visitor.real("--told-values", draws.told, kChance,
               "Share of new integers that another strategy found worth trying (with several strategies)");
  visitor.real("--seen-when-fresh", draws.seen_when_fresh, kChance,
               "Share of new values that were seen in a comparison (with --operand-values)");
  visitor.real("--seen-when-changed", draws.seen_when_changed, kChance,
               "Share of changes that put in what a value was compared with (with --operand-values)");
  visitor.real("--flags", draws.flags, kChance, "Share of constants that are macros of the headers");
  visitor.real("--two-flags", draws.two_flags, kChance, "Share of such macros that are joined with another one");
  visitor.real("--beside-constants", draws.beside, kChance, "Share of constants that are made one more or less");
  visitor.real("--numbers-anew", draws.anew, kChance, "Share of changed numbers that are made anew");
  visitor.real("--no-enumerator", draws.no_enumerator, kChance,
               "Share of values of an enumeration that are none of its names");
  visitor.real("--joined-enumerators", draws.joined_enumerators, kChance,
               "Share of values of an enumeration of bits that join two of them, and of changes that switch one");
}

void declare(TextDraws& draws, OptionVisitor& visitor) {
  visitor.begin_group("Texts");
  visitor.number("--empty-texts", draws.empty, kPercent, "Percent of new texts that are empty");
  visitor.number("--one-character-texts", draws.one_character, kPercent, "Percent of new texts of one character");
  visitor.number("--short-texts", draws.short_text, kPercent, "Percent of new texts of one to six pieces");
  visitor.real("--example-texts", draws.example, kChance,
               "Share of new texts that are from the project's tests and examples (with --examples)");
  visitor.real("--spaces", draws.space, kChance, "Share of new characters that are a blank or the end of a line");
  visitor.real("--known-characters", draws.known_character, kChance,
               "Share of the other characters that the project compares with");
  visitor.real("--printable-characters", draws.printable, kChance, "Share of the rest that is printable");
  visitor.real("--known-pieces", draws.known_piece, kChance, "Share of pieces that are texts of the project");
  visitor.real("--known-inserted", draws.known_inserted, kChance,
               "Share of pieces inserted into texts that are texts of the project");
  visitor.real("--number-pieces", draws.number, kChance, "Share of pieces that are numbers");
  visitor.real("--one-change", draws.one_change, kChance, "Share of changed texts with one change, not up to four");
  visitor.real("--short-chunks", draws.short_chunk, kChance,
               "Share of repeated parts of one or two characters, not up to 16");
  visitor.real("--few-repeats", draws.few_repeats, kChance, "Share of repeats up to four times, not up to 4096");
  visitor.real("--more-erased", draws.more_erased, kChance, "Share of removals of up to eight characters, not one");
  visitor.real("--other-numbers", draws.other_number, kChance,
               "Share of changed numbers in texts that become another one, not one nearby");
  visitor.real("--cleared-texts", draws.cleared, kChance, "Share of changed texts that are emptied first");
  visitor.real("--repeated-lines", draws.repeated_line, kChance,
               "Share of a text's changes that repeat one of its lines");
  visitor.real("--changed-lines", draws.changed_line, kChance,
               "Share of repeated lines of which one is changed in one character");
  visitor.real("--agreeing-words", draws.agree, kChance,
               "Share of joined texts in which one word then becomes another of the text");
}

void declare(CallDraws& draws, OptionVisitor& visitor) {
  visitor.begin_group("Arguments");
  visitor.real("--nulls", draws.null, kChance, "Share of null among pointers that may be null");
  visitor.real("--stubs", draws.stub, kChance,
               "Share of generated subclasses among new objects, where the project has subclasses of its own");
  visitor.real("--reused-objects", draws.reuse_object, kChance, "Share of objects that the test has already");
  visitor.real("--reused-values", draws.reuse_value, kChance, "Share of values that the test has already");
  visitor.real("--shown-arguments", draws.reported, kChance,
               "Share of calls that are made with the arguments that the report shows, where it does");
  visitor.real("--cheapest", draws.cheapest, kChance, "Share of objects that are made in the cheapest way");
  visitor.real("--plain-texts", draws.plain_text, kChance, "Share of text objects that are made of a literal");
  visitor.real("--next-source", draws.next_source, kChance,
               "Chance to go on to the next kind of argument that fits, best first");
  visitor.real("--next-than-literal", draws.next_than_literal, kChance, "The same, when a literal fits");
  visitor.real("--own-lengths", draws.own_length, kChance, "Share of lengths that are those of their buffer");
  visitor.real("--kept-buffers", draws.keep_buffer, kChance,
               "Share of changes of a buffer with its length that leave the buffer as it is");
  visitor.real("--other-calls", draws.other_call, kChance,
               "Share of changed calls that become another call with the same result");
  visitor.real("--short-arrays", draws.short_array, kChance, "Share of new arrays of up to 4 elements, not up to 32");
  visitor.real("--longer-arrays", draws.longer_array, kChance, "Share of changed arrays that get one more element");
  visitor.real("--shorter-arrays", draws.shorter_array, kChance, "Share of the others that lose one");
  visitor.real("--own-objects", draws.bring_objects, kChance,
               "Share of crossovers whose second half brings its own objects");
}

}  // namespace

void declare(Draws& draws, OptionVisitor& visitor) {
  declare(draws.numbers, visitor);
  declare(draws.texts, visitor);
  declare(draws.calls, visitor);
}

}  // namespace reenact
