#include "http_parser.h"

int main(void) {
    http_parser parser;
    http_parser_settings settings = {0};
    http_parser_init(&parser, HTTP_REQUEST);
    http_parser_execute(&parser, &settings, "hello\r\n", 7); /* no request: the parser is in error */
    http_parser_pause(&parser, 1);
}
