#ifndef BUDGET_H
#define BUDGET_H

/** What each of `people` gets of `cents`, after `costs` were taken from them. */
int budget_share(int cents, int costs, int people);

#endif
