#ifndef GATE_H
#define GATE_H

typedef struct gate gate;

gate* gate_new(void);
void gate_free(gate* gate);
void gate_dial(gate* gate, int code);
/** Returns how bright the lamp above the gate is; -1 where it stays shut. */
int gate_open(gate* gate);

#endif
