#ifndef RANGE_H
#define RANGE_H

#include <vector>

int largest(std::vector<int>::const_iterator first, std::vector<int>::const_iterator last);
int count(const std::vector<int>& numbers);

#endif
