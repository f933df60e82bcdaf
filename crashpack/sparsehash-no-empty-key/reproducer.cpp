#include <sparsehash/dense_hash_map>

int main() {
  google::dense_hash_map<int, int> map;
  map[1] = 2;
}
