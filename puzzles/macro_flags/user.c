#include "reader.h"

int main(void) { return reader_count("a;b", READER_COMMENTS | READER_STRICT); }
