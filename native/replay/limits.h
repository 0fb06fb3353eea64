// What the machine does at best on one thread: bytes through each level of its memory, multiply-adds.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tile_simd::replay {

/// Rates per nanosecond, one per sample.
struct Bandwidth {
  uint64_t bytes; // read and written together
  bool isStreaming;
  std::vector<double> bytesPerNs;
};
struct Arithmetic {
  std::string level;
  std::vector<double> operationsPerNs;
};

/// Working sets from 16 KiB to 256 MiB, half read and half written; through the cache and past it. Past it
/// needs AVX-512 (`hasAvx512`), and so does one of the two peaks.
std::vector<Bandwidth> measureBandwidth(bool hasAvx512, double sampleMs);
std::vector<Arithmetic> measureArithmetic(bool hasAvx512, double sampleMs);

} // namespace tile_simd::replay
