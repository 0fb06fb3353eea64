// Compile requests for the two norms, as TypeScript would send them.
//
// The programs are those of the ready-made operators, written down a second time on purpose: a test of the
// code generator must not depend on what lib/ emits today.
#pragma once

#include "llvm/Support/JSON.h"

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace tile_simd::test {

/// LayerNormStats also stores the mean and 1 / sqrt(var + eps) of each row.
enum class Operator { RmsNorm, LayerNorm, LayerNormStats };

/// Parameters in the order of the launch record's slots:
///   RmsNorm         x weight eps y
///   LayerNorm       x weight bias eps y
///   LayerNormStats  x weight bias eps y mean inv_std_dev
struct KernelChoice {
  Operator op = Operator::RmsNorm;
  int64_t cols = 1;
  bool wholeProgram = false;
  unsigned width = 4;
  bool fullPacket = false;
  const char *materialize = "snapshot";
  unsigned packetsPerBlock = 4;
  const char *features = "native";
  bool fuse = true, interleave = true, contiguous = true;
  unsigned unroll = 0; // what is usual
  const char *stores = "cached";
  const char *tail = "peeled";
};

const char *operatorName(Operator op);

/// The program alone ("ir" of a request).
llvm::json::Object programJson(Operator op, int64_t cols);
llvm::json::Object requestJson(const KernelChoice &choice);
std::string requestText(const KernelChoice &choice);

/// A program of `cols` columns with loops over tiles of `tile`: "dims" are cols and tile. The first loop
/// carries a maximum, an index and a tile of sums, and reduces; the second stores y, which may be the memory
/// of x. Outputs y, a (the carried tile) and r (one number per row).
llvm::json::Object loopProgramJson(int64_t cols, int64_t tile);

/// One line that names every choice.
std::string describe(const KernelChoice &choice);

/// Draws the switches that snapshots have, and `unroll`; what would not be legal stays as it is.
void drawMemorySwitches(KernelChoice &choice, std::mt19937 &random);

/// The choice once more with streaming stores, and with every other tail that is legal for it: none under
/// whole-program.
std::vector<KernelChoice> accessVariants(const KernelChoice &choice);

/// "registers" unrolls a row, so it has a limit; the other values of materialize are legal for every row.
bool fitsRegisters(const KernelChoice &choice);

} // namespace tile_simd::test
