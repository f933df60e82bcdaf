#ifndef TRACK_H
#define TRACK_H

int track_index(const char* text);

#endif
