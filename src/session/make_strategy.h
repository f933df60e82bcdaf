// The search strategies by the names of `--strategy`.
#pragma once

#include <memory>
#include <string>

#include "base/error.h"
#include "generate/values.h"
#include "strategy/genetic/guided_search.h"
#include "strategy/strategy.h"

namespace reenact {

/// "genetic", "moho" or "random"; the last takes no options. `pool` must outlive the strategy. Errors: another name.
[[nodiscard]] Expected<std::unique_ptr<Strategy>> make_strategy(const std::string& name, const GuidedOptions& options,
                                                                const ValuePool& pool);

}  // namespace reenact
