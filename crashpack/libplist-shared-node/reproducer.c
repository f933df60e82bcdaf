#include <plist/plist.h>

int main(void) {
    plist_t dict = plist_new_dict();
    plist_t name = plist_new_string("shared");
    plist_dict_set_item(dict, "name", name);
    plist_t array = plist_new_array();
    plist_array_append_item(array, name);
    plist_dict_set_item(dict, "names", array);
    plist_free(dict);
}
