#include "lcms2.h"

int main(void) {
    cmsHANDLE sheet = cmsIT8Alloc(NULL);
    char start[8]; /* only the sheet type is wanted: CGATS.17 */
    cmsUInt32Number length = sizeof start;
    cmsIT8SaveToMem(sheet, start, &length);
}
