#include "widget.h"

int main() { Button button(-1); }
