#include "ratio.h"

Ratio::operator int() const { return above_ / below_; }
