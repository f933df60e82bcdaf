#pragma once
#include "lock.h"

inline Lock::Lock() noexcept { held_ = 0; }
inline Lock::~Lock() noexcept { held_ = -1; }
inline void Lock::lock() noexcept { ++held_; }
