#include "session.h"

int main(void) { return session_users(101); }
