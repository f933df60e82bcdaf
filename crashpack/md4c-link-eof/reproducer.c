#include <stdlib.h>
#include <string.h>
#include "md4c-html.h"

static void output(const MD_CHAR *text, MD_SIZE size, void *user) {}

int main(void) {
    char *text = malloc(11); /* no zero at its end */
    memcpy(text, "[abcdefgh](", 11);
    md_html(text, 11, output, NULL, 0, 0);
}
