// Calls a function that takes nothing but pointers, as many as there are: how TorchInductor's kernels are
// called.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

namespace tile_simd::replay {

constexpr size_t mostPointers = 12;

using PointerCaller = void (*)(void *function, void *const *arguments);

namespace detail {

template <size_t> using Pointer = void *;

template <size_t... Index>
void callWith(void *function, void *const *arguments, std::index_sequence<Index...>) {
  reinterpret_cast<void (*)(Pointer<Index>...)>(function)(arguments[Index]...);
}

template <size_t Count> void callWithCount(void *function, void *const *arguments) {
  callWith(function, arguments, std::make_index_sequence<Count>());
}

template <size_t... Count>
constexpr std::array<PointerCaller, sizeof...(Count)> makeCallers(std::index_sequence<Count...>) {
  return {callWithCount<Count>...};
}

} // namespace detail

/// By the number of arguments.
constexpr auto pointerCallers = detail::makeCallers(std::make_index_sequence<mostPointers + 1>());

} // namespace tile_simd::replay
