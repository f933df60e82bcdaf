#ifndef SHELF_H
#define SHELF_H

typedef struct shelf shelf;
typedef struct shelf_walk shelf_walk;

shelf* shelf_new(int books);
void shelf_free(shelf* s);
int shelf_books(const shelf* s);
int shelf_is_full(const shelf* s);
void shelf_put(shelf* s, int books);

/** Walks along `s`, which must outlive the walk. */
shelf_walk* shelf_walk_new(shelf* s);
void shelf_walk_free(shelf_walk* walk);
/** Goes on at book `at` of `s`. */
void shelf_walk_move(shelf_walk* walk, shelf* s, int at);
int shelf_walk_position(const shelf_walk* walk);
/** The next book's number; -1 at the end. */
int shelf_walk_next(shelf_walk* walk);

#endif
