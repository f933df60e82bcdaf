#include "ring.h"
