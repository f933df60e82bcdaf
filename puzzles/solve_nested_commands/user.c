#include "console.h"

int main(void) { return console_run("set theme=dark-teal"); }
