#ifndef PICTURE_H
#define PICTURE_H

typedef struct picture picture;

/** A picture of `width` columns and `height` rows, all white; NULL if there is no memory for it. */
picture* picture_create(int width, int height);
void picture_destroy(picture* self);

#endif
