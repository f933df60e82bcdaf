#include "message.h"

int main(void) { return message_kind("13:all the realm,"); }
