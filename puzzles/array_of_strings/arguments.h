#ifndef ARGUMENTS_H
#define ARGUMENTS_H

/** Index of the first option among the arguments, 0 if there is none. */
int arguments_first_option(int argc, const char* const* argv);

#endif
