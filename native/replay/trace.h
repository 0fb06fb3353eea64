// Counts the instructions that a captured kernel executes, each by its place: a child runs one launch and is
// stopped after every instruction. Exact, slow (some microseconds each), and independent of what counters a
// machine offers or an emulator understands.
#pragma once

#include "replay/contender.h"

#include <array>
#include <cstdint>
#include <vector>

namespace tile_simd::replay {

struct TraceResult {
  struct Place {
    unsigned section; // of ElfObject::sections
    uint64_t offset;
    uint64_t count;
    /// What the general registers held before it was executed for the first time, by their numbers (rax, rcx,
    /// rdx, rbx, rsp, rbp, rsi, rdi, r8 to r15): whoever has the instruction knows which memory it went to.
    std::array<uint64_t, 16> registers;
  };
  std::vector<Place> places; // of the object's code, in order
  uint64_t outside = 0;      // instructions elsewhere between them: memcpy, memset
};

/// One launch of `contender`, which must be a captured one.
Problem traceLaunch(Contender &contender, TraceResult &result);

} // namespace tile_simd::replay
