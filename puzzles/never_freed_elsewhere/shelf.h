#ifndef SHELF_H
#define SHELF_H

typedef struct shelf shelf;

shelf* shelf_new(void);
/** Empties it; nothing may be taken from it then. */
void shelf_clear(shelf* s);
/** Sells what is on it. */
void shelf_sell(shelf* s);
int shelf_first(const shelf* s);

#endif
