#ifndef CLIENT_H
#define CLIENT_H

#include "text.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The text of a request for `key`. */
text client_request(const char* key);

#ifdef __cplusplus
}
#endif

#endif
