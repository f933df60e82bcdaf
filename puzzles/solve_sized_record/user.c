#include <string.h>

#include "record.h"

int main(void) {
  unsigned char data[24] = "R\024many words in twenty  ";
  unsigned sum = 0;
  for (int i = 2; i < 22; ++i) sum = (sum * 31 + data[i]) & 0xffff;
  data[22] = (unsigned char)(sum >> 8);
  data[23] = (unsigned char)sum;
  return record_kind(data, sizeof data);
}
