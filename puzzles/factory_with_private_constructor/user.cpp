#include "connection.h"

int main() {
  auto connection = Connection::open("host", 80);
  connection->send(1);
  connection->send(-1);
}
