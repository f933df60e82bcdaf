#include "watch.h"

int main() { return watch("a", std::chrono::milliseconds(0)); }
