#ifndef TANK_H
#define TANK_H

/** Fills a tank; the report comes from an older version, today's cannot crash. */
int tank_fill(int level, int by);

#endif
