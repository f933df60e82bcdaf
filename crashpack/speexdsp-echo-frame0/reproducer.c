#include <speex/speex_echo.h>

int main(void) {
    SpeexEchoState *echo = speex_echo_state_init(0, 1024);
}
