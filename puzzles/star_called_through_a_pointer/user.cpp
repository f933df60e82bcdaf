#include "mixer.h"

int main() {
  Mixer mixer;
  mixer.hot(true);
  return mixer.mix(77123);
}
