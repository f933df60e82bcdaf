#ifndef MAGIC_H
#define MAGIC_H

/** Whether a number is magic. No square leaves 3 when divided by 4; an older version added 3. */
int magic_check(unsigned number);

#endif
