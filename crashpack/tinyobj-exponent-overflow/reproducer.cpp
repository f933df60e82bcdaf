#include <sstream>

#include "tiny_obj_loader.h"

int main() {
  std::istringstream text("v 0 1e2147483648 0\n");
  tinyobj::attrib_t attributes;
  std::vector<tinyobj::shape_t> shapes;
  std::vector<tinyobj::material_t> materials;
  std::string warning, error;
  tinyobj::LoadObj(&attributes, &shapes, &materials, &warning, &error, &text);
}
