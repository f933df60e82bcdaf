#include "document.h"

int main() {
  Document document;
  document.set_title(3);
  document.begin_transaction(5);
  document.close();
}
