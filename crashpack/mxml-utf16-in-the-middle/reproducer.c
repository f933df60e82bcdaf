#include "mxml.h"

int main(void) {
    mxmlLoadString(NULL, "<a>\xfe\xff</ab>", MXML_OPAQUE_CALLBACK);
}
