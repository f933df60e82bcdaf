#pragma once

/// How a store is opened; several may be joined.
enum store_mode {
  STORE_READ = 1 << 0,
  STORE_WRITE = 1 << 1,
  STORE_CREATE = 1 << 2,
  STORE_APPEND = 1 << 3,
  STORE_LOCKED = 1 << 8,
  STORE_MAPPED = 1 << 12,
};

/// Returns the number of pages.
int store_open(store_mode mode);
