#pragma once

/// A few numbers, the last one first. The crash was reported by a program that prints backtrace_symbols() when it crashes:
/// names of functions, no places.
struct ring;
struct ring* ring_new(void);
void ring_put(struct ring* ring, int number);
/// -1: there has never been one.
int ring_take(struct ring* ring);
void ring_delete(struct ring* ring);
