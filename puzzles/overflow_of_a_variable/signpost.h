#ifndef SIGNPOST_H
#define SIGNPOST_H

typedef struct signpost {
  int arms;
  char letters[12];
} signpost;

/** Appends a letter per arm to `post`. */
void signpost_paint(signpost* post, char letter);
void signpost_add_arm(signpost* post);

#endif
