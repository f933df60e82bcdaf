#include "ferry.h"

int main(void) {
  ferry* boat = ferry_new();
  ferry_board(boat, 7);
  ferry_board(boat, 6);
  return ferry_cars(boat);
}
