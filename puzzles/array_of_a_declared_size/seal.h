#pragma once
#ifdef __cplusplus
extern "C" {
#endif
/* A sum of data, under a key. */
int seal_sum(const unsigned char key[8], const unsigned char* data, int size);
#ifdef __cplusplus
}
#endif
