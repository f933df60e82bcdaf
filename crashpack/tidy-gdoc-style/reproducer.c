#include "tidy.h"

int main(void) {
    TidyDoc document = tidyCreate();
    tidyOptSetBool(document, TidyGDocClean, yes);
    tidyParseString(document, "<title>t</title><style>p { color: red }</style><p>text");
    tidyCleanAndRepair(document);
}
