// Strong integer types for things that must not be confused: a callable is not a type, a line is not a frame index.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace reenact {

template <typename Tag, typename Rep = std::uint32_t>
struct Id {
  Rep value{};

  constexpr Id() = default;
  constexpr explicit Id(Rep v) : value(v) {}
  constexpr explicit Id(std::size_t v)
    requires(!std::same_as<Rep, std::size_t>)
      : value(static_cast<Rep>(v)) {}
  constexpr auto operator<=>(const Id&) const = default;
  /// The id as an index into the table it belongs to.
  [[nodiscard]] constexpr std::size_t index() const { return static_cast<std::size_t>(value); }
};

using TypeId = Id<struct TypeTag>;               // index into ApiModel::types
using CallableId = Id<struct CallableTag>;       // index into ApiModel::callables
using FunctionId = Id<struct FunctionTag>;       // index into ProgramModel::functions
using BlockId = Id<struct BlockTag>;             // index into Function::blocks
using FieldId = Id<struct FieldTag>;             // index into ProgramModel::fields
using StatementIndex = Id<struct StatementTag>;  // index into TestCase::statements
using FrameIndex = Id<struct FrameTag>;          // 0 = innermost frame of a trace
using Line = Id<struct LineTag>;                 // 1-based source line; 0 = unknown
/// Whence a run's random numbers come; equal seeds, equal numbers.
using Seed = Id<struct SeedTag, std::uint64_t>;

}  // namespace reenact

template <typename Tag, typename Rep>
struct std::hash<reenact::Id<Tag, Rep>> {
  std::size_t operator()(const reenact::Id<Tag, Rep>& id) const noexcept { return std::hash<Rep>{}(id.value); }
};
