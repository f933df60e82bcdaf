#include "sink.h"

namespace pack {

Sink::~Sink() {}

char* Sink::room(std::size_t) { return nullptr; }

void pack(const char* text, Sink& sink) {
  while (*text != '\0') {
    char length = 1;
    while (text[length] == *text && length < 9) ++length;
    char* room = sink.room(2);
    room[0] = static_cast<char>('0' + length);
    room[1] = *text;
    sink.append(room, 2);
    text += length;
  }
}

}  // namespace pack
