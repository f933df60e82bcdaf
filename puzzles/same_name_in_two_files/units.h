#ifndef UNITS_H
#define UNITS_H

int metres_from_feet(int feet);
int litres_from_gallons(int gallons);

#endif
