#include "dmtx.h"

int main(void) {
    unsigned char text[] = "hello";
    DmtxEncode *encode = dmtxEncodeCreate();
    dmtxEncodeSetProp(encode, DmtxPropPixelPacking, DmtxPack1bppK);
    dmtxEncodeDataMatrix(encode, 5, text);
}
