#include "cmark.h"

int main(void) {
    cmark_node *document = cmark_parse_document("# Title", 7, CMARK_OPT_DEFAULT);
    cmark_iter *iter = cmark_iter_new(document);
    cmark_iter_next(iter);
    cmark_iter_next(iter);
    cmark_node_free(cmark_iter_get_node(iter)); /* without the headings */
    cmark_iter_next(iter);
}
