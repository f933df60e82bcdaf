#include "script.h"

int main() { return run_script("let width show width"); }
