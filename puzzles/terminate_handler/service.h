#pragma once

#include <string>

/// Starts the service: from then on it tells itself what ends it.
void start(const std::string& name);
/// Reads a port's number.
int port_of(const std::string& text);
