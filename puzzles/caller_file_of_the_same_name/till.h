#ifndef TILL_H
#define TILL_H

/** The coin at that place of the till, of which there are eight. */
int till_coin(int place);

#endif
