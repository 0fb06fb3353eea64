// The fixed reduction order, version 1. Results depend on these numbers bit for bit: changing one is a new
// version, a CHANGELOG line and new golden files.
//
// Within a chunk of `reductionChunk` elements logical lane l of `reductionLanes` takes elements l, l + lanes,
// ... in order; the lanes combine by halves (lane i takes lane i + h, h = lanes/2 ... 1); chunk results
// combine in index order by a binary counter. Absent elements and lanes contribute the identity, which
// changes no bit.
//
// 64 lanes are four 512-bit accumulators. 128 were measured beside them at 1x4096, 64x256 and 17x16384 and
// were never faster, and would not fit the 16 registers of AVX2. 8192 elements bound a lane to 128 additions.
#pragma once

namespace tile_simd {

inline constexpr unsigned reductionOrderVersion = 1;
inline constexpr unsigned reductionLanes = 64;
inline constexpr unsigned reductionChunk = 8192;

} // namespace tile_simd
