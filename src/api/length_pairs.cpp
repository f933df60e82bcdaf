#include "api/length_pairs.h"

#include <vector>

namespace reenact::api {

void pair_up(const ApiModel& api, Parameter& buffer, Parameter& length, std::uint32_t buffer_index) {
  length.length_of = buffer_index;
  std::vector<Source> buffers;
  for (const Source& source : buffer.sources)
    if (const TypeKind kind = api[source.type].kind; kind == TypeKind::kText || kind == TypeKind::kNumbers)
      buffers.push_back({source.type, PassMode::kBuffer});
  if (buffers.empty()) return;
  for (const Source& source : buffer.sources)
    if (source.mode != PassMode::kBuffer) buffers.push_back(source);
  buffer.sources = buffers;
  std::vector<Source> lengths;
  for (const Source& source : buffers)
    if (source.mode == PassMode::kBuffer) lengths.push_back({source.type, PassMode::kLength});
  lengths.insert(lengths.end(), length.sources.begin(), length.sources.end());
  length.sources = lengths;
}

}  // namespace reenact::api
