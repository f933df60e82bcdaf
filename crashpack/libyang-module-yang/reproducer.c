#include "libyang.h"

int main(void) {
    struct ly_ctx *context = NULL;
    ly_ctx_new(NULL, 0, &context);
    lys_parse_mem(context, "module yang { namespace \"urn:y\"; prefix y; }", LYS_IN_YANG, NULL);
}
