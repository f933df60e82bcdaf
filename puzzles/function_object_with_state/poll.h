#ifndef POLL_H
#define POLL_H

#include <functional>

int poll_twice(std::function<int()> ready);

#endif
