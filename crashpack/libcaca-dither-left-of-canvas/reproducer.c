#include "caca.h"

int main(void) {
    unsigned char pixels[4 * 4 * 4] = {0};
    caca_canvas_t *canvas = caca_create_canvas(40, 20);
    caca_dither_t *dither = caca_create_dither(32, 4, 4, 16, 0xff0000, 0xff00, 0xff, 0);
    caca_dither_bitmap(canvas, -20, 2, 8, 8, dither, pixels);
}
