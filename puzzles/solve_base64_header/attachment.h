#pragma once

#include <string>

/// The kind of an attachment that is written in base64; empty if it is not known.
std::string kind_of_attachment(const std::string& base64);
