#ifndef CHATTER_H
#define CHATTER_H

/** Says it again and again. */
void chatter_say(const char* word, int times);

#endif
