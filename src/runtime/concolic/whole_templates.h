// Included before everything else by each C++ unit of the concolic flavour: libstdc++ then does not say that its strings and streams are
// instantiated elsewhere, so that their code is compiled, and instrumented, with the unit. Given on the command line the macro
// does nothing: the configuration header sets it itself.
#pragma once
#ifdef __cplusplus
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE -1
#endif
