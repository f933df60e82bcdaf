// What a developer who knows json-c would give a fuzzer: two bytes choose options, the rest is the text, in two pieces.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "json_tokener.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  const unsigned options = data[0];
  const size_t length = size - 2, first = length == 0 ? 0 : data[1] % length;
  struct json_tokener* tokener = json_tokener_new_ex(options & 8 ? 3 : JSON_TOKENER_DEFAULT_DEPTH);
  if (tokener == NULL) return 0;
  int flags = 0;
  if (options & 1) flags |= JSON_TOKENER_STRICT;
  if (options & 2) flags |= JSON_TOKENER_VALIDATE_UTF8;
  if (options & 4) flags |= JSON_TOKENER_ALLOW_TRAILING_CHARS;
  json_tokener_set_flags(tokener, flags);
  const char* text = (const char*)data + 2;
  struct json_object* object = json_tokener_parse_ex(tokener, text, (int)first);
  if (object == NULL && json_tokener_get_error(tokener) == json_tokener_continue)
    object = json_tokener_parse_ex(tokener, text + first, (int)(length - first));
  (void)json_tokener_error_desc(json_tokener_get_error(tokener));
  (void)json_tokener_get_parse_end(tokener);
  json_object_put(object);
  if (options & 16) json_tokener_reset(tokener);
  json_tokener_free(tokener);
  if (options & 32) {
    char* whole = strndup(text, length);
    enum json_tokener_error error;
    json_object_put(json_tokener_parse_verbose(whole, &error));
    free(whole);
  }
  return 0;
}
