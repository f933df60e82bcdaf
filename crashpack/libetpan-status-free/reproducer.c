#include <stdlib.h>
#include "mailimap_types.h"

int main(void) {
    struct mailimap_mailbox_data_status *status = mailimap_mailbox_data_status_new(NULL, NULL);
    mailimap_mailbox_data_status_free(status);
}
