#include "temp_file.h"

static int file_name(const char* prefix, int dir) {
  return prefix[0] == 'x' ? dir : dir + 1;
}

static int create_temp_file(const char* prefix, int dir, bool create) {
  if (create) return file_name(prefix, dir);
  return prefix == nullptr ? 0 : 1;
}

int TempFile::made_in(int dir) {
  if (dir < 0) return -1;
  return create_temp_file(prefix_, dir, create_file_);
}

int TempFile::execute() {
  if (property_ == nullptr) return -2;
  const int dir = dest_dir_ == 0 ? 7 : dest_dir_;
  return made_in(dir);
}
