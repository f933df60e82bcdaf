#include "double_free.h"

#include <cstdlib>
#include <cstring>

Handle::Handle() : memory_(static_cast<char*>(malloc(16))) {}

void Handle::close() { free(memory_); }

Owner::Owner() : memory_(new int(1)) {}

Owner::~Owner() { delete memory_; }

void Owner::release() { delete memory_; }

int show(const char* text, int times) {
  char* copy = static_cast<char*>(malloc(8));
  memset(copy, 0, 8);
  copy[0] = text[0];
  if (times == 0) free(copy);
  const int shown = times;
  free(copy);
  return shown;
}

Picture::Picture(int width) : width_(width), pixels_(static_cast<char*>(malloc(64))) {}

void Picture::crop(int width) {
  if (width < width_) free(pixels_);
  width_ = width;
}

void Picture::clear() {
  if (width_ == 0) return;
  free(pixels_);
  pixels_ = nullptr;
}

Tape::Tape() : tape_(static_cast<char*>(malloc(4))) {}

Tape::~Tape() {
  if (is_in_) free(tape_);
}

void Tape::eject() { is_in_ = false; }

void Tape::erase() {
  if (is_in_) return;
  free(tape_);
}
