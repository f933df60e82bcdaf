#ifndef TIMER_H
#define TIMER_H

typedef struct timer timer;

timer* timer_create(int seconds);
void timer_destroy(timer* t);
/** Seconds that are left. */
int timer_left(const timer* t);

#endif
