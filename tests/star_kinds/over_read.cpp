#include "over_read.h"

#include <cstdlib>
#include <cstring>

unsigned number_at(const unsigned char* data, size_t length) {
  if (length == 0) return 0;
  return data[0] | data[1] << 8;
}

unsigned count_records(const unsigned char* data, size_t length) {
  unsigned records = 0;
  for (size_t at = 0; at + 1 < length; ++records) {
    const size_t size = data[at];
    if (data[at + size] == 0xff) break;
    at += size + 1;
  }
  return records;
}

unsigned sum_between(const unsigned char* data, size_t length, size_t from, size_t to) {
  if (from >= length || to > length + 1) return 0;
  unsigned sum = 0;
  while (from < to) sum += data[from++];
  return sum;
}

Message::Message(const char* data, size_t length) : copy_(static_cast<char*>(malloc(length + 1))), length_(length) {
  memcpy(copy_, data, length);
  copy_[length] = '\0';
}

Message::~Message() { free(copy_); }

char Message::tag() const {
  if (length_ < 2) return 0;
  const size_t at = copy_[0] == '<' ? 3 : 1;
  return copy_[at];
}

char first_of_name(const char* text) {
  char* copy = static_cast<char*>(malloc(strlen(text) + 1));
  strcpy(copy, text);
  char first = 0;
  if (strncmp(copy, "id", 2) == 0) first = copy[3];
  free(copy);
  return first;
}
