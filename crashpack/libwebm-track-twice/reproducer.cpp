#include "mkvmuxer/mkvmuxer.h"

int main() {
  unsigned int seed = 1;
  mkvmuxer::Tracks tracks;
  mkvmuxer::Track* track = new mkvmuxer::Track(&seed);
  tracks.AddTrack(track, 1);
  tracks.AddTrack(track, 2);
}
