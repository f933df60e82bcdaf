#include "ticker.h"

#include <stdlib.h>

struct ticker {
  int ticks;
  tick_handler handler;
  void* user_data;
};

struct ticker* ticker_create(void) { return calloc(1, sizeof(struct ticker)); }

void ticker_on_tick(struct ticker* ticker, tick_handler handler, void* user_data) {
  if (!ticker) return;
  ticker->handler = handler;
  ticker->user_data = user_data;
}

int ticker_tick(struct ticker* ticker) {
  if (!ticker) return -1;
  if (ticker->handler) ticker->handler(ticker, ticker->user_data);
  return ++ticker->ticks;
}

void ticker_destroy(struct ticker* ticker) { free(ticker); }
