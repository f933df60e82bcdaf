#pragma once

#include "ring.h"

using Temperatures = Ring<double>;

/// The latest temperature, rounded.
int latest(const Temperatures& temperatures);
