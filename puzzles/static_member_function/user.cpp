#include "clock.h"

int main() { return Clock::minutes(3, 60, true); }
