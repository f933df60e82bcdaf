#include "gauge.h"
#define CELL float
#include "gauge_body.h"
