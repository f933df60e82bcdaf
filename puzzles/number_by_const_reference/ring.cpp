#include "ring.h"

template class Ring<double, 3>;
