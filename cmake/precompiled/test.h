#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "library.h"
