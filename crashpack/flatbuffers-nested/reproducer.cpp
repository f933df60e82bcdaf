#include "flatbuffers/flatbuffers.h"

int main() {
  flatbuffers::FlatBufferBuilder builder;
  auto start = builder.StartTable();
  builder.AddOffset(4, builder.CreateString("sword"));
  builder.EndTable(start);
}
