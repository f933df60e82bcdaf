#include "protobuf-c/protobuf-c.h"

int main(void) {
    ProtobufCMessage message = PROTOBUF_C_MESSAGE_INIT(NULL);
    protobuf_c_message_get_packed_size(&message);
}
