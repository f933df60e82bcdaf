#ifndef OPTIONS_H
#define OPTIONS_H

struct flag;
struct number;

struct flag* flag_new(char letter);
struct number* number_new(char letter, int least);

/** Options end with options_end(). */
void* options_end(void);
/** Sets what `text` says in the options of `table`, which ends with options_end(); the number of errors. */
int options_parse(const char* text, void** table);

#endif
