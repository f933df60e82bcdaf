#include "command.h"

int main(void) { return command_run("shutdown"); }
