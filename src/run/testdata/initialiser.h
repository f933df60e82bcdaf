// A subject that crashes before main.
#pragma once

namespace dying {
int value_at_start();
}
