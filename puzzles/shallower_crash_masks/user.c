#include "packet.h"

int main(void) { return packet_decode(11, 4, 80); }
