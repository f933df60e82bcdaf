/* A parser of "[section]" and "key=value" lines whose handle must be begun before it is fed. */
#ifndef INI_H
#define INI_H

typedef struct ini_parser ini_parser;

ini_parser *ini_new(void);
void ini_delete(ini_parser *parser);
int ini_begin(ini_parser *parser, int strict);
int ini_feed(ini_parser *parser, const char *text);
int ini_lines(const ini_parser *parser);

#endif
