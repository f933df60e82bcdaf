#include <yaml.h>

int main(void) {
    yaml_document_t document = {0};
    yaml_document_add_sequence(&document, NULL, YAML_ANY_SEQUENCE_STYLE);
}
