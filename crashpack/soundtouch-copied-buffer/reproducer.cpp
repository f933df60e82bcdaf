#include "FIFOSampleBuffer.h"

int main() {
  soundtouch::FIFOSampleBuffer buffer(1);
  soundtouch::SAMPLETYPE samples[4] = {};
  buffer.putSamples(samples, 4);
  soundtouch::FIFOSampleBuffer copy(buffer);
}
