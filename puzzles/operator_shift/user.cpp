#include "fraction.h"

#include <iostream>

int main() { std::cout << Fraction{1001, 0}; }
