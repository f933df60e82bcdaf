#include "texts.h"

int main() { return quoted_length("'C:\\"); }
