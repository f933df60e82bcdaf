#include "ledger.h"

int main(void) { return (int)ledger_total("%ledger 2, kept by Quill & Sons\n7/0\n"); }
