/* Nobody reads the copy: an optimising compiler leaves it out, and with it the overflow. */
int level_of(const char* text);
