// Runs LLVMFuzzerTestOneInput on each file of a folder, in a process of its own: one that crashes loses its own coverage only. Prints how
// many did. They merge what they cover into one profile (LLVM_PROFILE_FILE with %m).
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

static void run(const char* path) {
  FILE* file = fopen(path, "rb");
  if (file == NULL) exit(0);   // a folder
  static uint8_t data[1 << 20];
  const size_t size = fread(data, 1, sizeof data, file);
  fclose(file);
  uint8_t* exact = malloc(size + (size == 0));
  memcpy(exact, data, size);
  alarm(10);
  LLVMFuzzerTestOneInput(exact, size);
  exit(0);
}

int main(int argc, char** argv) {
  DIR* folder = argc == 2 ? opendir(argv[1]) : NULL;
  if (folder == NULL) {
    fprintf(stderr, "usage: replay FOLDER\n");
    return 2;
  }
  int files = 0, died = 0;
  for (const struct dirent* entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
    if (entry->d_name[0] == '.') continue;
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", argv[1], entry->d_name);
    const pid_t child = fork();
    if (child == 0) run(path);
    int status = 0;
    waitpid(child, &status, 0);
    ++files;
    if (status != 0) ++died;
  }
  printf("{\"files\": %d, \"died\": %d}\n", files, died);
  return 0;
}
