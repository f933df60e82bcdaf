#ifndef PATH_H
#define PATH_H

/** Length of a file's extension. */
int path_extension_length(const char* path);

#endif
