#include "json.h"

int main(void) {
    json_tokener_new_ex(0);
}
