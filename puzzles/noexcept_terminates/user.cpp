#include "volume.h"

int main() { Volume().set("loud"); }
