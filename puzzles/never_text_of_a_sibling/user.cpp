#include "account.h"

int main() { return withdraw(50, 200); }
