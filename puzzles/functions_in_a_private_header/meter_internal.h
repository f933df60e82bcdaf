#ifndef METER_INTERNAL_H
#define METER_INTERNAL_H

#include "meter.h"

int meter_scale(int value, meter_unit unit);

#endif
