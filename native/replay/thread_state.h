// What a measurement must know of its own thread: its clocks, its core, and whether the core was disturbed.
//
// Times are those of the thread's CPU clock; measured code never waits, so on an idle machine they are the
// elapsed times, and on a busy one they leave out what the scheduler gave to others.
#pragma once

#include <cstdint>

namespace tile_simd::replay {

/// Nanoseconds that this thread ran.
int64_t threadNanoseconds();
/// Nanoseconds of the clock on the wall, from some moment on.
int64_t wallNanoseconds();

/// Times of the interference probes, in microseconds.
struct Interference {
  double scalar, fma;
};

/// Runs both probes; each is the better of three, because one interrupt is no interference.
Interference probeInterference();

/// Keeps the thread on one core: `core`, or the last one it may run on if that is negative. The core, or -1
/// where the system cannot do it.
int pinToCore(int core);

} // namespace tile_simd::replay
