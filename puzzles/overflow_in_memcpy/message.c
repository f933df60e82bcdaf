#include "message.h"

#include <stdlib.h>
#include <string.h>

struct message {
  size_t size, capacity;
  char* bytes;
};

struct message* message_new(size_t capacity) {
  struct message* message = calloc(1, sizeof *message);
  if (!message) return NULL;
  message->capacity = capacity % 32 + 8;
  message->bytes = malloc(message->capacity);
  return message;
}

void message_append(struct message* message, const char* text) {
  size_t length = text ? strlen(text) : 0;
  if (!message || length == 0 || length >= message->capacity) return;
  memcpy(message->bytes + message->size, text, length);
  message->size += length;
}

void message_free(struct message* message) {
  if (message) free(message->bytes);
  free(message);
}
