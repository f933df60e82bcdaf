#include "lock.h"

#include <cassert>

void Lock::check() const { assert(taken_ <= 1 && "lock is still taken"); }

Lock::~Lock() { check(); }
