#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Adds what the `count` rows begin with to their ends; rows that rise may not end alike.
void add_up_rows(int (*rows)[4], int count);

#ifdef __cplusplus
}
#endif
