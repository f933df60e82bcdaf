#include "vault.h"

#ifdef OLDER_VERSION
#define MOST 100
#else
#define MOST 0x7fffffff
#endif

[[noreturn]] static void refuse(int number, bool is_known) {
  throw Locked("door " + std::to_string(number), is_known ? "the key was reported stolen" : "there is no such key");
}

int open_door(int number, int key) {
  if (key <= 0 || key > MOST) refuse(number, key > MOST);
  return number;
}
