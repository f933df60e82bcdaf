#include "split.h"

int main() { return static_cast<int>(split("a,,b").size()); }
