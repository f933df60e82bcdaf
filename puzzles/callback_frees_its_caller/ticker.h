#ifndef TICKER_H
#define TICKER_H

struct ticker;
typedef void (*tick_handler)(struct ticker* ticker, void* user_data);

struct ticker* ticker_create(void);
void ticker_on_tick(struct ticker* ticker, tick_handler handler, void* user_data);
/** Calls the handler, then counts. */
int ticker_tick(struct ticker* ticker);
void ticker_destroy(struct ticker* ticker);

#endif
