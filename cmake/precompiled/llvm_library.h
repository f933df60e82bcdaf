#include "library.h"
#include "llvm.h"
