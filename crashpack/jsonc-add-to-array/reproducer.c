#include "json.h"

int main(void) {
    struct json_object *array = json_object_new_array();
    json_object_object_add(array, "key", json_object_new_int(1));
}
