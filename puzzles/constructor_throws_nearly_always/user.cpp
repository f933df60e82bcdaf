#include "isbn.h"

int main() { return Isbn("912X").group(); }
