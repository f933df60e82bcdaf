#include "account.h"

int main() { return charge("ann", 987654321); }
