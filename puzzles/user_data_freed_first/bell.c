#include "bell.h"

#include <stdlib.h>

struct listener {
  int tone;
};

struct bell {
  bell_heard heard;
  struct listener* listener;
};

struct listener* listener_new(int tone) {
  struct listener* listener = calloc(1, sizeof(struct listener));
  listener->tone = tone;
  return listener;
}

void listener_free(struct listener* listener) { free(listener); }

struct bell* bell_new(void) { return calloc(1, sizeof(struct bell)); }

void bell_add(struct bell* bell, bell_heard heard, struct listener* listener) {
  if (!bell || !listener || listener->tone < 0) return;
  bell->heard = heard;
  bell->listener = listener;
}

static int hears(const struct listener* listener, int tone) { return listener->tone == tone; }

int bell_ring(struct bell* bell, int tone) {
  if (!bell || !bell->listener || !hears(bell->listener, tone)) return 0;
  return bell->heard ? bell->heard(bell->listener, tone) : 1;
}
