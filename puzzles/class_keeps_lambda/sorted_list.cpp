#include "sorted_list.h"
