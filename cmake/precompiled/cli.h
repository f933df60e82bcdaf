#include <CLI/CLI.hpp>

#include "library.h"
