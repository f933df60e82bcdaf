#include "../screen.h"

int main(void) {
  screen_open();
  screen_fonts();
  screen_theme();
  screen_layout();
  screen_keys();
  for (int i = 0; i < 10; i++) {
    screen_frame();
    screen_bar(i);
    screen_clear();
  }
  screen_close();
  return 0;
}
