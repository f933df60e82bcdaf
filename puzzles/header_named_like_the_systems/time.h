#ifndef TRACK_TIME_H
#define TRACK_TIME_H

long track_frames(long minutes, long seconds);

#endif
