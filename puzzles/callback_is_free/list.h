#ifndef LIST_H
#define LIST_H

struct list;

typedef void (*list_release)(void* item);

struct list* list_new(list_release release);
void list_append(struct list* list, void* item);
void list_replace_first(struct list* list, void* item);
void list_free(struct list* list);

#endif
