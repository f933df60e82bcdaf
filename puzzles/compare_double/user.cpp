#include "scale.h"

int main() { return static_cast<int>(weigh(2.5)); }
