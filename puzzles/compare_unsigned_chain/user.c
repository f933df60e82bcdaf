#include "image.h"

int main(void) { return (int)image_bytes(4005u, 8020u, 123456u); }
