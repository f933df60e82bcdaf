#include "ticket.h"

int main() { return desk::price("AX"); }
