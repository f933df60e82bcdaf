#include "jansson.h"

int main(void) {
    json_t *one = json_array();
    json_t *other = json_array();
    json_array_append(one, other);
    json_array_append(other, one);
    return json_equal(one, other);
}
