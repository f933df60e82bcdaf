#include "cursor.h"

int main() {
  const auto cursor = cursor_over("a");
  cursor->next();
  cursor->next();
}
