#include <string.h>
#include "expat.h"

static void start(void *parser, const XML_Char *name, const XML_Char **attributes) {
    XML_ParserFree(parser);
}

int main(void) {
    XML_Parser parser = XML_ParserCreate(NULL);
    XML_SetUserData(parser, parser);
    XML_SetStartElementHandler(parser, start);
    memcpy(XML_GetBuffer(parser, 7), "<a></a>", 7);
    XML_ParseBuffer(parser, 7, 1);
}
