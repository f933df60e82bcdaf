#include "feed.h"

int main() {
  Observer observer;
  Feed feed;
  feed.attach(observer);
  observer.tune(611);
  observer.tune(7340);
}
