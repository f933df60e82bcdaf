#include "retry.h"

int main() {
  int asked = 0;
  auto step = [&asked](int attempt, Attempts& log) { return attempt + ++asked + log.count() > 99; };
  Retry<decltype(step)> retry(8, step);
  return retry.run() ? 0 : 1;
}
