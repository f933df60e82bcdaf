#include <stdlib.h>
#include <string.h>
#include "tomcrypt.h"

int main(void) {
    unsigned char *der = malloc(3);
    memcpy(der, "\x0c\x01\x80", 3); /* a UTF8String of one byte, which only goes on a character */
    wchar_t text[8];
    unsigned long length = 8;
    der_decode_utf8_string(der, 3, text, &length);
}
