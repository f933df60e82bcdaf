#include "ledger.h"

int main(void) { return ledger_larger(1, 2); }
