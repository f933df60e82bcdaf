#ifndef CONSOLE_H
#define CONSOLE_H

/** Runs a command such as "set volume=7"; 0 if it is not known. */
int console_run(const char* line);

#endif
