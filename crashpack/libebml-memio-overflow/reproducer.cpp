#include "ebml/MemIOCallback.h"

int main() {
  libebml::MemIOCallback io;
  char bytes[16] = {};
  io.write(bytes, 16);
  io.read(bytes, SIZE_MAX - 15);
}
