#ifndef FERRY_H
#define FERRY_H

typedef struct ferry ferry;

ferry* ferry_new(void);
void ferry_free(ferry* boat);
/** Cars go on board; the captain has promised that there is room. */
void ferry_board(ferry* boat, int cars);
int ferry_cars(const ferry* boat);

#endif
