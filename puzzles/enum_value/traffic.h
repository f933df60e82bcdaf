#pragma once

namespace traffic {

enum class Light { kRed = 3, kAmber = 30, kGreen = 300 };

/// Seconds until the light changes.
int remaining(Light light, bool night);

}  // namespace traffic
