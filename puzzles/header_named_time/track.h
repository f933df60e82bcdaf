#ifndef TRACK_H
#define TRACK_H

/** Frames of a position such as "02:10": minutes and seconds. */
long track_position(const char *text);

#endif
