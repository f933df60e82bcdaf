#ifndef ANONYMOUS_VALUE_H
#define ANONYMOUS_VALUE_H

struct value {
  int kind;
  union {
    int number;
    float fraction;
    const char* text;
  };
};

/// 0 is what no value has.
unsigned value_hash(const struct value* value);

#endif
