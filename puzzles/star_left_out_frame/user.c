#include "ledger.h"

int main(void) { return ledger_share(200, 7, 4); }
