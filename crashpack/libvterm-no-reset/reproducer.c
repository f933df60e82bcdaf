#include "vterm.h"

int main(void) {
    VTerm *terminal = vterm_new(25, 80);
    vterm_obtain_screen(terminal);
    vterm_input_write(terminal, "hello", 5); /* without vterm_screen_reset() */
}
