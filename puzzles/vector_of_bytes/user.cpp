#include "image.h"

int main() { return static_cast<int>(image::pixels({0x89, 'P', 'I', 'X', 2, 2})); }
