#include <yajl/yajl_tree.h>

int main(void) {
    char error[128];
    yajl_tree_parse("[\"\\ud800\\\\a\"]", error, sizeof error);
}
