#include "key.h"

int main() { return static_cast<int>(vault::derive_key(1234, 77)); }
