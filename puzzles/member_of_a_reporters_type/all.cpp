#include "stack.h"
