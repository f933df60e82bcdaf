#include <stddef.h>
#include "stb_image.h"

int main(void) {
    static const unsigned char text[] = "hello"; /* no GIF */
    int *delays = NULL, width = 2, height = 2, frames = 1, channels = 4;
    stbi_set_flip_vertically_on_load(1);
    stbi_load_gif_from_memory(text, 5, &delays, &width, &height, &frames, &channels, 4);
}
