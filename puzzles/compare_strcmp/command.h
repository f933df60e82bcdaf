#ifndef COMMAND_H
#define COMMAND_H

/** Runs a command by its name; returns its status. */
int command_run(const char* name);

#endif
