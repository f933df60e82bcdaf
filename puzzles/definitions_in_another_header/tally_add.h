#ifndef TALLY_ADD_H
#define TALLY_ADD_H

#include "tally_value.h"

void Tally::add(const std::string& text) {
  for (const char each : text)
    if (value_of(each) >= 0) ++counts_[value_of(each)];
}

#endif
