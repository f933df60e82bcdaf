#ifndef TICKET_H
#define TICKET_H

/** Price of a ticket. Crashes easily, but at another line than the report's. */
int ticket_price(int age, int zones);

#endif
