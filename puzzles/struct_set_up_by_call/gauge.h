#ifndef GAUGE_SET_UP_H
#define GAUGE_SET_UP_H

struct gauge {
  int* values;
  int used;
};

void gauge_init(struct gauge* gauge);
void gauge_add(struct gauge* gauge, int value);

#endif
