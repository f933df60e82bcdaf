#include "press.h"

int main() { return press_once(70707); }
