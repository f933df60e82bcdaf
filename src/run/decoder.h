// What a worker left in its segment, as an Observation.
#pragma once

#include <string>
#include <unordered_map>

#include "run/lane.h"

namespace reenact {

/// Demangled names of exception types: a search sees the same few again and again.
class TypeNames {
 public:
  /// Valid until the next call.
  const std::string& operator[](std::string_view mangled);

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  static constexpr std::size_t kMost = 1024;  // the subject can make up as many as it likes
  std::unordered_map<std::string, std::string, Hash, std::equal_to<>> names_;
};

class ForkServer::Decoder {
 public:
  /// Both must outlive this.
  Decoder(const ProgramModel& program, const RunOptions& options) : program_(program), options_(options) {}
  /// Of test `i` of the batch that `lane` has finished; valid until the next call.
  const Observation& operator()(Lane& lane, std::size_t i);

 private:
  void decode_crash(const ReenactObservation& seen, const Lane& lane);
  static void decode_deed(const ReenactDeed& seen, const Lane& lane, Deed& to);
  void decode_coverage(const ReenactObservation& seen);

  const ProgramModel& program_;
  const RunOptions& options_;
  TypeNames types_;
  Observation out_;
};

}  // namespace reenact
