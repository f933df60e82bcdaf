#ifndef METER_H
#define METER_H

typedef int meter_unit;

#endif
