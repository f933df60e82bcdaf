#include "vault.h"

[[noreturn]] static void refuse(int number, bool is_known) {
  throw Locked("door " + std::to_string(number), is_known ? "the key was reported stolen" : "there is no such key");
}

int open_door(int number, int key) {
  if (key <= 0 || key > 100) refuse(number, key > 100);
  return number;
}
