#ifndef GRID_H
#define GRID_H

#ifdef __cplusplus
extern "C" {
#endif

/** Reads a grid, as "3x4:": how many cells of the screen each of its cells takes. -1: it is no grid. */
int grid_load(const char* source);

#ifdef __cplusplus
}
#endif
#endif
