#include "temp_file.h"

int main() {
  TempFile task;
  task.set_property("p");
  task.set_create_file(true);
  return task.execute();
}
