#include "mail.h"

int main() { return static_cast<int>(host_of("me@").size()); }
