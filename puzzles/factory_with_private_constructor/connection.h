#pragma once

#include <memory>
#include <string>

class Connection {
 public:
  static std::unique_ptr<Connection> open(const std::string& host, int port);
  void send(int bytes);

 private:
  Connection() = default;
  int sent_ = 0;
};
