#ifndef HISTOGRAM_H
#define HISTOGRAM_H

/** Counts the letters of a text by their code; returns the highest count. */
int histogram_highest(const char* text);

#endif
