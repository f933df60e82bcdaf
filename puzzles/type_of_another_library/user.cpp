#include "till.h"

int main() {
  Till till;
  till.pay(money::Amount(-500, "EUR"), 'a');
}
