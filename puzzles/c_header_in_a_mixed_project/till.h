#ifndef TILL_H
#define TILL_H

/** Change for `paid`, in coins of that value. */
int till_change(int paid, int coin);

#endif
