#ifndef BELL_H
#define BELL_H

struct bell;
struct listener;
typedef int (*bell_heard)(struct listener* listener, int tone);

struct bell* bell_new(void);
/** Whenever the bell rings, `heard` is called with the listener. */
void bell_add(struct bell* bell, bell_heard heard, struct listener* listener);
int bell_ring(struct bell* bell, int tone);

struct listener* listener_new(int tone);
void listener_free(struct listener* listener);

#endif
