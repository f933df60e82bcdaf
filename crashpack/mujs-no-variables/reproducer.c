#include <stddef.h>
#include "mujs.h"

int main(void) {
    js_State *J = js_newstate(NULL, NULL, JS_STRICT);
    js_dostring(J, "1 + 1");
}
