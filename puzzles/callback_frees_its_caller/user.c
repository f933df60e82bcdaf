#include "ticker.h"

static void stop(struct ticker* ticker, void* user_data) {
  (void)user_data;
  ticker_destroy(ticker);
}

int main(void) {
  struct ticker* ticker = ticker_create();
  ticker_on_tick(ticker, stop, 0);
  return ticker_tick(ticker);
}
