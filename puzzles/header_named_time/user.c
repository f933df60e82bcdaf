#include "track.h"

int main(void) { return (int)track_position("210"); }
