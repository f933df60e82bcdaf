#ifndef TALLY_H
#define TALLY_H

#include <string>

/** Counts of the ten digits: a library of headers alone, whose author forgot `inline`. */
class Tally {
 public:
  /** Adds the digits of the text. */
  void add(const std::string& text);
  /** How many of the digit there are for each one. */
  unsigned luck(char digit) const;

 private:
  /** The digit that the character is; -1: it is none. */
  static int value_of(char character);
  unsigned counts_[10] = {};
};

#endif
