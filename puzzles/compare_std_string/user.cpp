#include "door.h"

int main() { return enter("open sesame"); }
