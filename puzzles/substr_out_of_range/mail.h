#pragma once

#include <string>

/// Host of a mail address.
std::string host_of(const std::string& address);
