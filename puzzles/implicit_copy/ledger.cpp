#include "ledger.h"

static void give_back(int* numbers) { delete[] numbers; }

Ledger::Ledger() : numbers_(new int[4]()) {}
Ledger::~Ledger() { give_back(numbers_); }
int Ledger::sum() const { return numbers_[0] + numbers_[3]; }
