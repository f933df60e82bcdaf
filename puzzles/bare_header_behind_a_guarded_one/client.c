#include "client.h"

text client_request(const char* key) { return text_new(key); }
