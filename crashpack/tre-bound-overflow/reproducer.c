#include "tre.h"

int main(void) {
    regex_t regex;
    tre_regcomp(&regex, "a{4294967296}", REG_EXTENDED);
}
