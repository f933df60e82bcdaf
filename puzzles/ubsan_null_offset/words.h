#pragma once

typedef struct words words;

words* words_new(void);
char* words_behind(words* self, unsigned skipped);
