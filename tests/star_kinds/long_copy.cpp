#include "long_copy.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

char store_name(const char* name) {
  char* record = static_cast<char*>(malloc(8));
  strcpy(record, name);
  const char first = record[0];
  free(record);
  return first;
}

char store_bytes(const char* data, unsigned char length) {
  char bytes[4];
  bytes[0] = 0;
  memcpy(bytes, data, length);
  return bytes[0];
}

Buffer::Buffer(size_t size) : bytes_(static_cast<char*>(malloc(size + 1))), size_(size) {}

Buffer::~Buffer() { free(bytes_); }

void Buffer::append(const std::string& text) {
  if (text.size() > size_) return;
  memcpy(bytes_ + used_, text.data(), text.size());
  used_ += text.size();
}

size_t join(const char* left, const char* right) {
  const size_t length = strlen(left) + strlen(right);
  char* joined = static_cast<char*>(malloc(length + 1));
  strcpy(joined, left);
  strcat(joined, " ");
  strcat(joined, right);
  const size_t all = strlen(joined);
  free(joined);
  return all;
}

void Title::set(const std::string& text) { text_ = text; }

char Title::initial() const {
  char shown[4];
  memcpy(shown, text_.c_str(), text_.size() + 1);
  return shown[0];
}
