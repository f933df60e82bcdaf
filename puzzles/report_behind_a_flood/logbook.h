#ifndef LOGBOOK_H
#define LOGBOOK_H

/** Notes the days, and what became of each; at most eight. */
int logbook_note(const int* days, int count);

#endif
