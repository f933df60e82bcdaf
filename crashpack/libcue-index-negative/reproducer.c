#include "libcue.h"

int main(void) {
    cue_parse_string("FILE song.mp3 MP3\n"
                     "TRACK 01 AUDIO\n"
                     "INDEX 4294567296 00:00:00\n");
}
