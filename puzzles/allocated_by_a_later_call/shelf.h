#ifndef SHELF_H
#define SHELF_H

typedef struct shelf shelf;

/** With room for one. */
shelf* shelf_new(void);
/** Puts a price on it; the room is doubled where there is none left. */
void shelf_put(shelf* s, int price);
/** The price that was put on it last. */
int shelf_last(const shelf* s);
void shelf_free(shelf* s);

#endif
