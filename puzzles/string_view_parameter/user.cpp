#include "version.h"

int main() { return version_parts("1.2."); }
