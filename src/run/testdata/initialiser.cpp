#include "initialiser.h"

#include <cstdlib>

namespace dying {

int first_value() { std::abort(); }

int value = first_value();

int value_at_start() { return value; }

}  // namespace dying
