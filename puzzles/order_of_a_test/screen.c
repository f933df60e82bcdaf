#include "screen.h"

#include <assert.h>

static unsigned history;

static void note(unsigned what) { history = history * 31u + what; }

void screen_open(void) { history = 1; }
void screen_theme(void) { note(2); }
void screen_fonts(void) { note(3); }
void screen_keys(void) { note(4); }
void screen_mouse(void) { note(5); }
void screen_layout(void) { note(6); }
void screen_frame(void) { note(7); }
void screen_menu(void) { note(8); }
void screen_clear(void) { note(9); }
void screen_close(void) { history = 0; }

/* Only a screen that was set up as the test does it has a frame to draw in. */
static int has_frame(void) { return history == 31465193u; }

int screen_bar(int length) {
  if (!has_frame()) return 0;
  assert(length >= 0);
  return length;
}
