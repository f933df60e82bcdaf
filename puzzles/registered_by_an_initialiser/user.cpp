#include "commands.h"

int main() { return run_command("last", {}); }
