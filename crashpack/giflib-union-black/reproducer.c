#include "gif_lib.h"

int main(void) {
    ColorMapObject *one = GifMakeMapObject(4, NULL); /* all black */
    ColorMapObject *other = GifMakeMapObject(4, NULL);
    GifPixelType translation[4];
    GifUnionColorMap(one, other, translation);
}
