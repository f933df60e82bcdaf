#pragma once

#include <string>

/// Says the password at the door.
bool enter(const std::string& password);
