#include "histogram.h"

int main(void) { return histogram_highest("so ~ what"); }
