// The disjointness test of element sets against brute force, and the rule on arguments that share memory.
#include "runtime/element_set.h"
#include "runtime/overlap.h"

#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <random>
#include <vector>

using namespace tile_simd;

static unsigned passed, failed;

static void check(bool good, const char *what) {
  ++(good ? passed : failed);
  if (!good)
    std::printf("FAILED: %s\n", what);
}

static bool disjointByBruteForce(const ElementSet &a, const ElementSet &b,
                                 std::vector<unsigned char> &bytes) {
  bytes.assign(bytes.size(), 0);
  for (uint64_t r = 0; r < a.rows; ++r)
    for (uint64_t i = 0; i < a.extentBytes; ++i)
      bytes[a.base + r * a.strideBytes + i] = 1;
  for (uint64_t r = 0; r < b.rows; ++r)
    for (uint64_t i = 0; i < b.extentBytes; ++i)
      if (bytes[b.base + r * b.strideBytes + i])
        return false;
  return true;
}

static bool rowsDisjointByBruteForce(const ElementSet &a, std::vector<unsigned char> &bytes) {
  bytes.assign(bytes.size(), 0);
  for (uint64_t r = 0; r < a.rows; ++r)
    for (uint64_t i = 0; i < a.extentBytes; ++i)
      if (bytes[a.base + r * a.strideBytes + i]++)
        return false;
  return true;
}

/// Random small sets, drawn so that interleaved, touching and overlapping ones are all frequent.
static void compareWithBruteForce() {
  std::mt19937 random(20250611);
  auto upTo = [&](unsigned n) { return std::uniform_int_distribution<unsigned>(0, n)(random); };
  std::vector<unsigned char> bytes(4096);
  unsigned disjoint = 0, interleaved = 0;
  const unsigned rounds = 400000;
  for (unsigned round = 0; round < rounds; ++round) {
    const unsigned unit = upTo(1) ? 4 : 1; // element-sized steps, and odd ones
    const unsigned maxStride = 2 + upTo(20);
    auto draw = [&] {
      ElementSet set;
      set.base = unit * upTo(60);
      set.rows = upTo(12);
      set.strideBytes = unit * upTo(maxStride);
      set.extentBytes = unit * upTo(upTo(3) ? 3 : maxStride);
      return set;
    };
    ElementSet a = draw(), b = draw();
    if (upTo(2) == 0) // a third with a common or a multiple stride
      b.strideBytes = a.strideBytes * (1 + upTo(1));
    const bool expected = disjointByBruteForce(a, b, bytes);
    if (areDisjoint(a, b) != expected || areDisjoint(b, a) != expected) {
      std::printf("base %" PRIu64 " rows %" PRIu64 " stride %" PRIu64 " extent %" PRIu64 " and base %" PRIu64
                  " rows %" PRIu64 " stride %" PRIu64 " extent %" PRIu64 ": expected %d\n",
                  a.base, a.rows, a.strideBytes, a.extentBytes, b.base, b.rows, b.strideBytes, b.extentBytes,
                  expected);
      check(false, "areDisjoint agrees with brute force");
      return;
    }
    if (hasDisjointRows(a) != rowsDisjointByBruteForce(a, bytes)) {
      check(false, "hasDisjointRows agrees with brute force");
      return;
    }
    disjoint += expected;
    interleaved += expected && a.rows > 1 && b.rows > 1 && a.base < b.base + (b.rows - 1) * b.strideBytes &&
                   b.base < a.base + (a.rows - 1) * a.strideBytes && a.extentBytes && b.extentBytes;
  }
  std::printf("%u random pairs, %u disjoint, %u of them interleaved\n", rounds, disjoint, interleaved);
  check(true, "areDisjoint agrees with brute force");
  check(disjoint > rounds / 10 && disjoint < rounds * 9 / 10, "both answers are frequent");
  check(interleaved > 2000, "interleaved sets are frequent");
}

static void extremes() {
  const uint64_t top = uint64_t(1) << 63;
  check(isAddressable({top - 8, 1, 0, 8}), "a set may end where the address space ends");
  check(!isAddressable({top - 8, 1, 0, 9}), "a set may not end behind it");
  check(!isAddressable({4096, uint64_t(1) << 60, 4096, 4}), "rows * stride beyond 2^64");
  check(!isAddressable({~uint64_t(0), 2, 4, 4}), "base + length beyond 2^64");
  check(isAddressable({~uint64_t(0), 0, 4, 4}), "the empty set is everywhere");
  check(!areDisjoint({4096, uint64_t(1) << 60, 4096, 4}, {0, 1, 0, 4}), "no set of that kind is disjoint");
  check(areDisjoint({4096, uint64_t(1) << 60, 4096, 4}, {0, 0, 0, 4}), "but from the empty set");
  // One row each at the far ends, and an interleaving with strides near the largest.
  check(areDisjoint({0, 2, top - 4, 4}, {4, 1, 0, 4}), "between two rows 2^63 apart");
  check(!areDisjoint({0, 2, top - 4, 4}, {top - 5, 1, 0, 2}), "and into the second");
  check(!areDisjoint({0, 2, top - 4, 4}, {0, 2, top - 8, 4}), "the same first row");
  check(areDisjoint({0, uint64_t(1) << 60, 0, 64}, {64, 1, 0, 4}),
        "stride 0 stays one row however many there are");
}

/// Strides with much in common end early, whatever the number of rows; others take a step per row.
static void speed() {
  auto time = [](const ElementSet &a, const ElementSet &b, bool expected, const char *what) {
    auto start = std::chrono::steady_clock::now();
    bool result = areDisjoint(a, b);
    double us = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
    std::printf("  %-52s %10.3f us\n", what, us);
    check(result == expected, what);
    return us;
  };
  const uint64_t many = 10000000;
  double same =
      time({4096, many, 8192, 4096}, {8192, many, 8192, 4096}, true, "10M rows, equal strides, interleaved");
  double twice =
      time({4096, many, 8192, 2048}, {8192, many, 16384, 4096}, true, "10M rows, one stride twice the other");
  check(same < 1000 && twice < 1000, "neither walks the rows");
  time({4096, 1000, 12288, 4}, {8192, many, 12292, 4}, true, "1000 and 10M rows, nearly equal strides");
  time({4096, many, 8192, 4096}, {0, 1, 0, 4096}, true, "hulls apart");
}

static void rules() {
  auto use = [](unsigned param, bool written, uint64_t base, uint64_t rows, uint64_t stride, uint64_t extent,
                bool rowIndexed = true) {
    return BufferUse{{base, rows, stride, extent}, param, written, rowIndexed};
  };
  auto find = [](std::vector<BufferUse> buffers) {
    return findOverlap(buffers.data(), unsigned(buffers.size()));
  };
  auto is = [](OverlapFinding f, unsigned output, unsigned other) {
    return f.found && f.output == output && f.other == other;
  };
  check(!find({}).found, "no buffers");
  check(!find({use(0, false, 0, 4, 64, 64), use(1, false, 32, 4, 64, 64)}).found, "inputs may overlap");
  BufferUse otherDim = use(1, true, 0, 4, 64, 64);
  otherDim.inPlace = 0;
  check(is(find({use(0, false, 0, 4, 64, 64), otherDim}), 1, 0), "in place only along the same dim");
  check(!find({use(0, false, 0, 4, 64, 64), use(1, true, 0, 4, 64, 64)}).found, "in place");
  check(is(find({use(0, false, 0, 4, 64, 64), use(3, true, 4, 4, 64, 64)}), 3, 0), "shifted by an element");
  check(is(find({use(0, false, 0, 4, 64, 64), use(1, true, 0, 4, 128, 64)}), 1, 0),
        "same start, other stride");
  check(!find({use(0, false, 0, 1, 64, 64), use(1, true, 0, 1, 128, 64)}).found,
        "a single row has no stride");
  check(is(find({use(0, false, 0, 4, 64, 32), use(1, true, 0, 4, 64, 64)}), 1, 0),
        "same start, other extent");
  check(is(find({use(0, false, 0, 1, 0, 64, false), use(1, true, 0, 1, 64, 64)}), 1, 0),
        "in place of a column buffer");
  check(
      !find({use(0, false, 0, 4, 128, 64), use(1, false, 0, 4, 128, 64), use(2, true, 0, 4, 128, 64)}).found,
      "in place of a buffer that is bound twice");
  check(!find({use(0, false, 0, 4, 128, 64), use(1, true, 64, 4, 128, 64)}).found, "interleaved");
  check(is(find({use(0, true, 0, 4, 64, 64), use(1, true, 0, 4, 64, 64)}), 1, 0), "two outputs in one place");
  check(is(find({use(2, true, 0, 4, 32, 64)}), 2, 2), "an output whose rows overlap");
  check(!find({use(2, true, 0, 1, 32, 64)}).found, "one row cannot");
  check(is(find({use(2, true, 0, 4, 0, 64, false)}), 2, 2), "an output indexed by column");
  check(!find({use(0, false, 0, 0, 64, 64), use(1, true, 4, 0, 64, 64)}).found, "no rows, no overlap");
  check(!find({use(0, false, 0, 4, 32, 64), use(1, true, 160, 4, 64, 64)}).found,
        "input rows may overlap themselves");
}

int main() {
  compareWithBruteForce();
  extremes();
  speed();
  rules();
  std::printf("%u passed, %u failed\n", passed, failed);
  return failed != 0;
}
