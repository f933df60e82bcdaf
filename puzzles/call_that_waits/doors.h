#pragma once

#include "panel.h"

using Doors = Panel<int>;

/// The door that is asked for.
int door(const Doors& doors);
