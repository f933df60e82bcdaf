#pragma once
#include <stddef.h>

/// The 16-bit number at the beginning of `data`.
unsigned number_at(const unsigned char* data, size_t length);

/// How many records are in `data`: each is its length and as many bytes.
unsigned count_records(const unsigned char* data, size_t length);

/// The bytes between `from` and `to`, added.
unsigned sum_between(const unsigned char* data, size_t length, size_t from, size_t to);

class Message {
 public:
  Message(const char* data, size_t length);
  ~Message();
  Message(const Message&) = delete;
  Message& operator=(const Message&) = delete;
  char tag() const;

 private:
  char* copy_;
  size_t length_;
};

/// The name behind "id=".
char first_of_name(const char* text);
