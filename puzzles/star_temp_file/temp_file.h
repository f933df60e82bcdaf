#pragma once

/** A task that makes a temporary file, as TempFile of STAR's paper (ANT-49755): four frames, and a prefix that may be null. */
class TempFile {
 public:
  void set_property(const char* name) { property_ = name; }
  void set_prefix(const char* prefix) { prefix_ = prefix; }
  void set_dest_dir(int dir) { dest_dir_ = dir; }
  void set_create_file(bool on) { create_file_ = on; }
  int execute();

 private:
  int made_in(int dir);
  const char* property_ = nullptr;
  const char* prefix_ = nullptr;
  int dest_dir_ = 0;
  bool create_file_ = false;
};
