#include "whole_gauge.h"
#define CELL int
#include "gauge_body.h"

int gauge_last_digit(const struct gauge* gauge) { return gauge->sum % 10; }
