#include "screen.h"

int main(void) {
  screen_open();
  screen_fonts();
  screen_theme();
  screen_layout();
  screen_keys();
  screen_frame();
  return screen_bar(-3);
}
