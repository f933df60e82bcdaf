#ifndef JSON_H
#define JSON_H

/** Depth of nested lists: "[[[" is 3. */
int json_depth(const char* text);

/** Depth of that many lists in one another. */
int json_depth_of(int lists);

#endif
