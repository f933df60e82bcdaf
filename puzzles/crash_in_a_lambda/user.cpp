#include "tree.h"

int main() { return depth_of({-1, 0, 7}, 2); }
