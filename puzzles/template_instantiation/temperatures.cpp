#include "temperatures.h"

int latest(const Temperatures& temperatures) { return static_cast<int>(temperatures.newest() / 2); }
