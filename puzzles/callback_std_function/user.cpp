#include "retry.h"

int main() {
  return retry(3, [](int) { return false; });
}
