#ifndef LOG_H
#define LOG_H

struct log;

/** Opens a log of the given level, 1 to 5; returns 0 and sets *log, or -1. */
int log_open(struct log** log, int level);
int log_write(struct log* log, int level, const char* line);
void log_close(struct log* log);

#endif
