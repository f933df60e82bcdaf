#pragma once

#include <stdexcept>
#include <string>

/// Takes `amount` from what is there; throws what it must not do.
int withdraw(int balance, int amount);
