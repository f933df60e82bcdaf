#include "store.h"

int main() {
  Store store;
  store.open("invoice");
  return store.read("invoice");
}
