#ifndef VALVE_H
#define VALVE_H

/** Opens a valve so far; the optimiser makes its last call a jump, so that the report lacks its frame. */
int valve_open(int percent, int pressure);

/** Opens all valves. */
int valve_open_all(int count, int pressure);

#endif
