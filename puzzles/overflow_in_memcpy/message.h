#ifndef MESSAGE_H
#define MESSAGE_H

#include <stddef.h>

struct message;

struct message* message_new(size_t capacity);
void message_append(struct message* message, const char* text);
void message_free(struct message* message);

#endif
