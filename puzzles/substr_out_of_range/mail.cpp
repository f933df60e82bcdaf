#include "mail.h"

static std::string after(const std::string& text, std::size_t at) { return text.substr(at + 2); }

std::string host_of(const std::string& address) {
  const auto at = address.rfind('@');
  return at == std::string::npos ? "" : after(address, at);
}
