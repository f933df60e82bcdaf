#include "labels.h"

int main(void) {
  struct labels* labels = labels_new();
  labels_put(labels, "a");
  labels_drop(labels, 0);
  return (int)labels_put(labels, "b");
}
