#ifndef IMAGE_REF_H
#define IMAGE_REF_H

typedef struct image image;

image* image_new(int width, int height);
image* image_ref(image* picture);
void image_unref(image* picture);
/** Sets one pixel. */
void image_set(image* picture, int x, int y, int colour);

#endif
