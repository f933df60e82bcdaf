#include "leveldb/env.h"
#include "leveldb/options.h"
#include "leveldb/table_builder.h"

int main() {
  leveldb::Options options;
  leveldb::WritableFile* file = nullptr;
  options.env->NewWritableFile("/tmp/reproducer.ldb", &file);
  leveldb::TableBuilder builder(options, file);
  builder.Add("b", "1");
  builder.Add("a", "2");
}
