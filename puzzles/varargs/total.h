#ifndef TOTAL_H
#define TOTAL_H

int total(int count, ...);

#endif
