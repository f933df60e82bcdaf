#ifndef VALUE_H
#define VALUE_H

union value {
  int number;
  unsigned char bytes[4];
};

int weigh(const union value* value);

#endif
