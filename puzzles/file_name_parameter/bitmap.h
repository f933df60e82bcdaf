#ifndef BITMAP_H
#define BITMAP_H

/** Loads a picture from a file; returns its width, -1 if there is none. */
int bitmap_load(const char* file_name);

#endif
