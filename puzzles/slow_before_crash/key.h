#pragma once

namespace vault {

/// A key of a password that is slow to guess.
unsigned derive_key(unsigned password, unsigned length);

}  // namespace vault
