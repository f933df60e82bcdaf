#include <uv.h>

int main(void) {
    uv_loop_t loop;
    uv_timer_t timer;
    uv_loop_init(&loop);
    uv_timer_init(&loop, &timer);
    uv_close((uv_handle_t *)&timer, NULL);
    uv_close((uv_handle_t *)&timer, NULL);
}
