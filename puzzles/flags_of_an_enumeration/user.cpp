#include "store.h"

int main() { return store_open(static_cast<store_mode>(STORE_MAPPED | STORE_APPEND)); }
