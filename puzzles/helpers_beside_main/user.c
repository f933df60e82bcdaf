#include "score.h"

int main(void) { return score_ratio("7:0"); }
