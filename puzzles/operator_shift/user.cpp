#include <iostream>

#include "fraction.h"

int main() { std::cout << Fraction{1001, 0}; }
