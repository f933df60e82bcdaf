#pragma once
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
/// The number of values in a text of JSON; negative: it is not one, and where.
long json_values(const char* text, size_t size);
#ifdef __cplusplus
}
#endif
