// Scratch memory of the calling thread for kernels whose live tiles exceed the stack.
//
// One block per thread, because a thread runs one kernel at a time; its content never outlives a launch, so
// growing does not copy. It grows to the largest kernel the thread has run and is freed when the thread ends:
// launches neither allocate nor free in the steady state, and a worker that goes takes its memory along.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tile_simd {

constexpr size_t workspaceAlignment = 64;

/// At least `bytes` bytes, 64-byte aligned, valid until this thread asks again or ends. Null for 0 bytes, and
/// null where memory is out.
void *threadWorkspace(uint64_t bytes);

/// What this thread holds now.
uint64_t threadWorkspaceCapacity();

} // namespace tile_simd
