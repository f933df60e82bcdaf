#include "url.h"

int main(void) { return url_port("gopher://"); }
