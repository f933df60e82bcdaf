#include "attachment.h"

int main() { return kind_of_attachment("UEsDBBQAAAAA").empty() ? 1 : 0; }
