#include "safe.h"

int main(void) { return safe_open(305419896); }
