#include <ares.h>

int main(void) {
    ares_channel channel;
    ares_init(&channel);
    ares_set_sortlist(channel, "1111111111111111111111111111111111111111/24");
}
