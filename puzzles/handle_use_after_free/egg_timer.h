#ifndef EGG_TIMER_H
#define EGG_TIMER_H

typedef struct egg_timer egg_timer;

egg_timer* egg_timer_create(int seconds);
void egg_timer_destroy(egg_timer* timer);
/** Seconds that are left. */
int egg_timer_left(const egg_timer* timer);

#endif
