#include "gd.h"

int main(void) {
    gdImagePtr image = gdImageCreateTrueColor(16, 16);
    gdImagePtr tile = gdImageCreateTrueColor(4, 4);
    gdImageSetTile(image, tile);
    gdImageDestroy(tile);
    gdImageFilledRectangle(image, 2, 2, 9, 9, gdTiled);
}
