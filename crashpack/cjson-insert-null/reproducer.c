#include "cJSON.h"

int main(void) {
    cJSON *array = cJSON_CreateArray();
    cJSON_AddItemToArray(array, cJSON_CreateNumber(1));
    cJSON_InsertItemInArray(array, 0, NULL);
}
