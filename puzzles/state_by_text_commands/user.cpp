#include "shell.h"

int main() {
  Shell shell;
  shell.run("cd", 0);
  shell.run("cd", 0);
  shell.run("set", 0);
}
