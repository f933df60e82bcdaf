// What a developer who knows cJSON would give a fuzzer: the first byte chooses options, the rest is the text.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cJSON.h"

static void edit(cJSON* item, unsigned options) {
  if (cJSON_IsObject(item)) {
    cJSON_AddStringToObject(item, "a", "text");
    cJSON_AddNumberToObject(item, "n", 1.5);
    cJSON_ReplaceItemInObject(item, "a", cJSON_CreateTrue());
    if (options & 1) cJSON_DeleteItemFromObject(item, "n");
  } else if (cJSON_IsArray(item)) {
    const int numbers[] = {1, 2, 3};
    cJSON_AddItemToArray(item, cJSON_CreateIntArray(numbers, 3));
    cJSON_InsertItemInArray(item, 0, cJSON_CreateNull());
    cJSON_Delete(cJSON_DetachItemFromArray(item, 1));
  }
}

static void look(const cJSON* item) {
  const cJSON* child = NULL;
  cJSON_ArrayForEach(child, item) {
    (void)cJSON_GetStringValue(child);
    (void)cJSON_GetNumberValue(child);
    if (child->string != NULL) (void)cJSON_GetObjectItemCaseSensitive(item, child->string);
  }
  (void)cJSON_GetObjectItem(item, "A");
  (void)cJSON_GetArrayItem(item, 1);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 1) return 0;
  const unsigned options = data[0];
  char* text = (char*)malloc(size);
  memcpy(text, data + 1, size - 1);
  text[size - 1] = '\0';
  const char* end = NULL;
  cJSON* item = options & 1 ? cJSON_ParseWithLengthOpts(text, size, &end, options & 2) : cJSON_Parse(text);
  if (item != NULL) {
    look(item);
    cJSON* copy = cJSON_Duplicate(item, 1);
    (void)cJSON_Compare(item, copy, options & 4);
    if (options & 8) edit(item, options >> 6);
    (void)cJSON_Compare(item, copy, options & 4);
    cJSON_Delete(copy);
    char* printed = options & 16 ? cJSON_PrintUnformatted(item) : options & 32 ? cJSON_PrintBuffered(item, 1, 1) : cJSON_Print(item);
    cJSON_free(printed);
    cJSON_Delete(item);
  }
  if (options & 64) cJSON_Minify(text);
  free(text);
  return 0;
}
