#ifndef MESSAGE_H
#define MESSAGE_H

/** Number of the message in a netstring such as "5:hello,"; -1 if it is none. */
int message_kind(const char* netstring);

#endif
