#ifndef AREA_H
#define AREA_H

/** Area of a field in square metres. */
int area_of(int width, int height);

#endif
