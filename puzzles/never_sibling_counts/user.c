#include "ticket.h"

int main(void) { return ticket_price(30, 11); }
