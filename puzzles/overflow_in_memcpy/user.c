#include "message.h"

int main(void) {
  struct message* message = message_new(8);
  message_append(message, "hello wor");
  message_append(message, "ld, again");
  return 0;
}
