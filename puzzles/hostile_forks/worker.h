#ifndef WORKER_H
#define WORKER_H

/** Starts processes that never end. */
int worker_spawn(int count);
/** Hands out shares of the work. */
int worker_share(int work, int workers);

#endif
