#include <stdint.h>
#include <stdio.h>

#include "message.h"

int main(void) {
  unsigned char message[6] = {0, 0, 0, 0, 'h', 'i'};
  uint32_t sum = 2166136261u;
  for (int i = 4; i < 6; ++i) sum = (sum ^ message[i]) * 16777619u;
  for (int i = 0; i < 4; ++i) message[i] = (unsigned char)(sum >> (24 - 8 * i));
  printf("%d lines\n", message_lines(message, sizeof message));
}
