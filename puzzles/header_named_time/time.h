/* Of this library, not the system's: its folder is the first that the compiler looks into. */
#ifndef TRACK_TIME_H
#define TRACK_TIME_H

enum { frames_per_second = 75 };
long time_to_frames(long minutes, long seconds);

#endif
