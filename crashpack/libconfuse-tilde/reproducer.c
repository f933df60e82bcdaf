#include "confuse.h"

int main(void) {
    cfg_tilde_expand("~nobody/app.conf");
}
