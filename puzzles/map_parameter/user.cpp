#include "prices.h"

int main() { return static_cast<int>(dearest({{"tea", 3}, {"debt", -4}}).size()); }
