#include "track.h"

#include <stdlib.h>

#include "time.h"

long time_to_frames(long minutes, long seconds) { return (minutes * 60 + seconds) * frames_per_second; }

long track_position(const char *text) {
  const char *seconds = 0;
  for (const char *at = text; *at; ++at)
    if (*at == ':') seconds = at + 1;
  return time_to_frames(atol(text), seconds[0] == '0' ? atol(seconds + 1) : atol(seconds));
}
