#include "scales.h"

int share_of(int weight, int total) { return weight * 100 / total; }
