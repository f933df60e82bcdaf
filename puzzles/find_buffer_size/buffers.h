// Case B of Beacon's paper: a setter that refuses sizes that are too small and sizes that are no multiple of 16. Asked
// for is a crash whose message contains "buffer size", of whatever type.
#pragma once

#include <string>
#include <vector>

namespace core {

/// Dimensions of a value: 0 for a number.
int ndim(int a);
double dot(const std::vector<double>& a, const std::vector<double>& b);  // throws unless they are equally long
std::vector<double> zeros(int count);                                     // throws for a negative count
std::string base_repr(int number, int base);                              // throws unless 2 <= base <= 36
int getbufsize();
/// Returns the size so far.
int setbufsize(int size);

}  // namespace core
