#include "track.h"

#include <assert.h>
#include <stdlib.h>

#include "time.h"

long track_frames(long minutes, long seconds) { return (minutes * 60 + seconds) * 75; }

int track_index(const char* text) {
  const long minutes = strtol(text, NULL, 10);
  assert(minutes < 100);
  return (int)track_frames(minutes, 0);
}
