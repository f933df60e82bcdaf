#include "connection.h"

#include <stdexcept>

std::unique_ptr<Connection> Connection::open(const std::string& host, int port) {
  if (host.empty() || port < 1 || port > 65535) return nullptr;
  return std::unique_ptr<Connection>(new Connection);
}

void Connection::send(int bytes) {
  if (bytes < 0 && sent_ > 0) throw std::invalid_argument("negative size");
  sent_ += bytes > 0;
}
