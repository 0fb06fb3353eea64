// Buffers of every storage type between two inaccessible pages: y = x * w + s per row and z = 2 s, with x by
// row, w by column, s and z one value per row, each of a storage type of its own. All values are small
// integers, which every type holds exactly, so results are known to the bit; only where they lie can be
// wrong.
//
// Columns 1..70, both mappings, the ordinary path and the FP64 of rescued rows; rows dense or with a gap, so
// that they start at any element; the entry with 1..20 rows and, in packet-local, the packet body with every
// number of active lanes. Width, types, instruction set and P take turns.
#include "check.h"
#include "guarded.h"
#include "jit/kernel.h"
#include "runtime/launch.h"
#include "target/cpu.h"

#include "llvm/ADT/StringExtras.h"

#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <random>

using namespace tile_simd;
using namespace tile_simd::test;

namespace {

constexpr int64_t maxCols = 70, maxRows = 20, gap = 3;
constexpr const char *names[] = {"f32", "f16", "bf16",
                                 "i8"}; // i32 holds indices, which do no arithmetic here
enum Buffer : unsigned { X, W, S, Y, Z };
constexpr const char *bufferNames[] = {"x", "w", "s", "y", "z"};

/// The bits of a small integer in a format with `fraction` bits and exponents of that bias.
uint32_t floatBits(int value, int fraction, int bias, int signBit) {
  if (value == 0)
    return 0;
  int exponent = std::ilogb(std::abs(value));
  uint32_t significand = uint32_t(std::ldexp(std::abs(value), fraction - exponent));
  return uint32_t(value < 0) << signBit | uint32_t(exponent + bias) << fraction |
         (significand & ((1u << fraction) - 1));
}

void put(char *at, DType dtype, int value) {
  uint32_t bits = uint32_t(value);
  if (dtype == DType::F32)
    bits = floatBits(value, 23, 127, 31);
  if (dtype == DType::F16)
    bits = floatBits(value, 10, 15, 15);
  if (dtype == DType::BF16)
    bits = floatBits(value, 7, 127, 15);
  std::memcpy(at, &bits, elementBytes(dtype)); // little-endian, like all targets here
}

struct Choice {
  int64_t cols;
  bool wholeProgram, fullPacket;
  unsigned width;
  std::string features;
  DType dtypes[5]; // by Buffer

  std::string request() const {
    auto param = [&](Buffer b, const char *kind, const char *access, const char *dim) {
      return std::string(R"({"name":")") + bufferNames[b] + R"(","kind":")" + kind + R"(","access":")" +
             access + R"(","dtype":")" + names[unsigned(dtypes[b])] + R"(","dim":")" + dim + "\"}";
    };
    return R"({"ir":{"format":"tile-simd/ir@1","name":"storage","dims":{"cols":)" + llvm::itostr(cols) +
           R"(},"params":[)" + param(X, "input", "row", "cols") + "," + param(W, "input", "column", "cols") +
           "," + param(S, "input", "row", "one") + "," + param(Y, "output", "row", "cols") + "," +
           param(Z, "output", "row", "one") + R"(,{"name":"once","kind":"scalar","dtype":"f32"}],"ops":[
             {"op":"load","param":"x"},{"op":"load","param":"w"},{"op":"load","param":"s"},
             {"op":"scalar","param":"once"},{"op":"const","value":0},{"op":"gt","args":[3,4]},
             {"op":"rescue","args":[5]},{"op":"mul","args":[0,1]},{"op":"add","args":[7,2]},
             {"op":"store","param":"y","args":[8]},{"op":"add","args":[2,2]},
             {"op":"store","param":"z","args":[10]}]},"plan":{"mapping":")" +
           (wholeProgram ? "whole-program" : "packet-local") + R"(","width":)" + llvm::utostr(width) +
           R"(,"fullPacket":)" + (fullPacket ? "true" : "false") +
           R"(,"materialize":"reload","blockWidth":)" + llvm::utostr(2 * width) +
           R"(},"target":{"features":")" + features + R"("}})";
  }

  std::string description() const {
    std::string text = (wholeProgram ? "whole-program" : "packet-local");
    text += " W" + llvm::utostr(width) + " P" + llvm::utostr(fullPacket) + " " + features + " cols " +
            llvm::itostr(cols);
    for (unsigned b = X; b <= Z; ++b)
      text += std::string(" ") + bufferNames[b] + ":" + names[unsigned(dtypes[b])];
    return text;
  }
};

class Bench {
public:
  Bench() {
    for (auto &pages : pages_)
      pages = std::make_unique<GuardedPages>(size_t(maxRows * (maxCols + gap)) * sizeof(float));
  }

  /// `active`: one packet with so many lanes in place of `rows` rows through the entry.
  bool run(const Kernel &kernel, const Choice &choice, int64_t rows, bool behind, bool once,
           std::optional<unsigned> active = {}) {
    char what[300];
    std::snprintf(what, sizeof what, "%s, %" PRId64 " rows, %s an inaccessible page%s, %d lanes",
                  choice.description().c_str(), rows, behind ? "behind" : "before", once ? ", rescued" : "",
                  active ? int(*active) : -1);
    nowRunning("%s", what);
    int64_t stride = choice.cols + (rows % 2 ? gap : 0);
    LaunchFrame frame = {};
    char *data[5];
    for (unsigned b = X; b <= Z; ++b) {
      pages_[b]->clear();
      bool isTile = b == X || b == Y;
      int64_t elements = b == W ? choice.cols : isTile ? (rows - 1) * stride + choice.cols : rows;
      size_t bytes = size_t(elements) * elementBytes(choice.dtypes[b]);
      auto *end = reinterpret_cast<char *>(pages_[b]->last(0));
      data[b] = behind ? reinterpret_cast<char *>(pages_[b]->first()) : end - bytes;
      frame.arguments[b].data = data[b];
      frame.arguments[b].rowStride = isTile ? stride : b == W ? 0 : 1;
    }
    frame.arguments[5].value = once;
    auto at = [&](Buffer b, int64_t element) {
      return data[b] + element * int64_t(elementBytes(choice.dtypes[b]));
    };
    auto x = [&](int64_t row, int64_t e) { return int((row * 5 + e * 3) % 17) - 8; };
    auto w = [](int64_t e) { return int(e % 7) - 3; };
    auto s = [](int64_t row) { return int(row % 11) - 5; };
    for (int64_t e = 0; e < choice.cols; ++e)
      put(at(W, e), choice.dtypes[W], w(e));
    for (int64_t row = 0; row < rows; ++row) {
      put(at(S, row), choice.dtypes[S], s(row));
      for (int64_t e = 0; e < choice.cols; ++e)
        put(at(X, row * stride + e), choice.dtypes[X], x(row, e));
    }

    std::vector<unsigned char> expected[5];
    for (unsigned b = X; b <= Z; ++b)
      expected[b] = pages_[b]->content();
    auto expect = [&](Buffer b, int64_t element, int value) {
      put(reinterpret_cast<char *>(&expected[b][pages_[b]->offsetOf(at(b, element))]), choice.dtypes[b],
          value);
    };
    for (int64_t row = 0; row < rows; ++row) {
      for (int64_t e = 0; e < choice.cols; ++e)
        if (!active || e % choice.width < *active)
          expect(Y, row * stride + e, x(row, e) * w(e) + s(row));
      if (!active || *active > 0)
        expect(Z, row, 2 * s(row));
    }

    frame.record.end = uint64_t(rows);
    if (active) {
      auto packet = kernel.lookup("storage.packet");
      if (!check(bool(packet), "%s: there is no packet body", what))
        return false;
      reinterpret_cast<void (*)(LaunchRecord *, int64_t, int32_t)>(*packet)(&frame.record, 0,
                                                                            int32_t(*active));
    } else {
      kernel.entry()(&frame.record);
    }
    bool good = true;
    for (unsigned b = X; b <= Z; ++b) {
      int64_t difference = pages_[b]->firstDifference(expected[b]);
      good =
          check(difference < 0, "%s: %s differs at byte %" PRId64, what, bufferNames[b], difference) && good;
    }
    return good;
  }

private:
  std::unique_ptr<GuardedPages> pages_[5];
};

} // namespace

int main() {
  reportFaults();
  std::mt19937 random(20250801);
  std::vector<std::string> features{"native"};
  for (const std::string &level : hostCpu().levels)
    features.push_back(level);
  Bench bench;
  unsigned kernels = 0;
  for (int64_t cols = 1; cols <= maxCols; ++cols)
    for (unsigned turn = 0; turn < 3; ++turn) {
      bool wholeProgram = turn % 3 == 2;
      Choice choice{
          cols, wholeProgram, random() % 2 == 0, 2u << random() % 4, features[random() % features.size()],
          {}};
      // Without masked accesses every lane is a branch, and LLVM takes seconds over 16 x 64 of them.
      if (wholeProgram && choice.width * cols > 256 && choice.features != "native")
        choice.width = 4;
      for (unsigned b = X; b <= Z; ++b)
        choice.dtypes[b] = DType(random() % 4);
      nowRunning("compiling %s", choice.description().c_str());
      CompileOptions options;
      options.exposePacketBody = !wholeProgram;
      auto kernel = compileKernel(choice.request(), options);
      if (!kernel) {
        check(false, "%s: %s", choice.description().c_str(), toString(kernel.takeError()).c_str());
        continue;
      }
      ++kernels;
      bool good = true;
      for (int64_t rows = 1; rows <= maxRows && good; rows += 1 + rows % 3)
        for (bool behind : {false, true})
          good = bench.run(**kernel, choice, rows, behind, rows % 4 == 2) && good;
      for (unsigned active = 0; active <= choice.width && !wholeProgram && good; ++active)
        for (bool behind : {false, true})
          good = bench.run(**kernel, choice, 1, behind, active % 2 == 1, active) && good;
    }
  std::printf("%u kernels, %.1f s\n", kernels, elapsed());
  return finish();
}
