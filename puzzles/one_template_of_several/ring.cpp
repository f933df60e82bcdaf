#include "ring.h"

template class ring<int>;
template class ring<double>;

double sum_of(ring<double>& values, bool greedy) { return greedy ? values.pop() : 0; }
