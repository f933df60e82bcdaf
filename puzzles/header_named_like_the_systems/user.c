#include "track.h"

int main(void) { return track_index("100"); }
