#include <cstring>

#include "sass/context.h"

int main() {
  char* text = strdup("a{b['\\");
  sass_compile_data_context(sass_make_data_context(text));
}
