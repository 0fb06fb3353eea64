// Launches with every buffer between two inaccessible pages: first with the last element at the end of its
// page, then with the first element at the start of one. A load or store beyond a row, masked by no one,
// faults here and nowhere else; results look right without it. Bits equal the model's, and no byte beside the
// results changes.
//
// Columns 1..70, rows 1..20, both operators, both mappings, P off and on; rows dense, with a gap between
// them, and in place; among ordinary rows some that need their rescue. Width, materialize, the switches of
// private memory, packets per block and instruction set take turns. `guard_page_test --full` runs every width
// with every materialize instead.
#include "check.h"
#include "model.h"
#include "output_check.h"

#include "target/cpu.h"

#include <cinttypes>
#include <cstdio>
#include <cstring>

using namespace tile_simd;
using namespace tile_simd::test;

namespace {

constexpr int64_t maxCols = 70, maxRows = 20, gap = 3;
constexpr float eps = 1e-5f;

enum class Layout { Dense, Gap, InPlace };
constexpr const char *layoutNames[] = {"dense", "with a gap", "in place"};
constexpr const char *placementNames[] = {"before an inaccessible page", "behind an inaccessible page"};

/// Rows of one operator and column count with the model's results: once ordinary, once with rescues among
/// them.
struct Rows {
  Rows(Operator op, int64_t cols) : op(op), cols(cols), weight(size_t(cols)), bias(size_t(cols)) {
    std::mt19937 random(unsigned(cols) * 2 + unsigned(op));
    fillRow(RowKind::Ordinary, weight.data(), cols, random);
    fillRow(RowKind::Ordinary, bias.data(), cols, random);
    const RowKind plain[] = {RowKind::Ordinary, RowKind::LargeMean, RowKind::Constant, RowKind::HugeAmong};
    const RowKind rescued[] = {RowKind::HugeSquares, RowKind::Infinite, RowKind::NotANumber};
    for (int64_t mixed = 0; mixed < 2; ++mixed)
      for (int64_t i = 0; i < maxRows; ++i) {
        // Whole packets without a rescue must remain, at least where they are narrow: hence the runs of four.
        bool rescue = mixed && (i / 4 + cols) % 2 == 0 && (i + cols) % 3 == 0;
        x[mixed].emplace_back(size_t(cols));
        fillRow(rescue       ? rescued[(i + cols) % 3]
                : i % 5 == 4 ? plain[(i / 5 + cols) % 4]
                             : RowKind::Ordinary,
                x[mixed].back().data(), cols, random);
        expected[mixed].push_back(modelRow(input(mixed, i)));
      }
  }
  ModelRow input(int64_t mixed, int64_t i) const {
    return {op, cols, x[mixed][size_t(i)].data(), weight.data(), bias.data(), eps};
  }

  Operator op;
  int64_t cols;
  std::vector<float> weight, bias;
  std::vector<std::vector<float>> x[2];
  std::vector<ModelResult> expected[2];
};

class Bench {
public:
  Bench()
      : x_(maxRows * (maxCols + gap) * sizeof(float)), y_(maxRows * (maxCols + gap) * sizeof(float)),
        weight_(maxCols * sizeof(float)), bias_(maxCols * sizeof(float)), mean_(maxRows * sizeof(float)),
        invStdDev_(maxRows * sizeof(float)) {}

  /// A kernel that is wrong is left after two launches: forty messages about one fault say no more.
  void runAll(NormKernel &kernel, const Rows &rows) {
    unsigned wrong = 0;
    for (int64_t count = 1; count <= maxRows; ++count)
      for (bool behind : {false, true})
        if (wrong < 2)
          wrong += !run(kernel, rows, count, count % 4 == 3, Layout((count + behind) % 3), behind);
  }

private:
  static float *place(const GuardedPages &pages, int64_t floats, bool behind) {
    return behind ? pages.first() : pages.last(size_t(floats));
  }
  static float *fill(const GuardedPages &pages, const std::vector<float> &values, bool behind) {
    float *at = place(pages, int64_t(values.size()), behind);
    std::memcpy(at, values.data(), values.size() * sizeof(float));
    return at;
  }

  bool run(NormKernel &kernel, const Rows &rows, int64_t count, bool mixed, Layout layout, bool behind) {
    char what[460];
    std::snprintf(what, sizeof what, "%s, %" PRId64 " rows%s %s, %s", kernel.description().c_str(), count,
                  mixed ? " with rescues" : "", layoutNames[unsigned(layout)], placementNames[behind]);
    nowRunning("%s", what);
    for (GuardedPages *pages : {&x_, &y_, &weight_, &bias_, &mean_, &invStdDev_})
      pages->clear();
    int64_t stride = rows.cols + (layout == Layout::Gap ? gap : 0);
    int64_t extent = (count - 1) * stride + rows.cols;
    NormArguments arguments;
    arguments.eps = eps;
    arguments.xStride = arguments.yStride = stride;
    arguments.x = place(x_, extent, behind);
    for (int64_t i = 0; i < count; ++i)
      std::memcpy(arguments.x + i * stride, rows.x[mixed][size_t(i)].data(),
                  size_t(rows.cols) * sizeof(float));
    arguments.weight = fill(weight_, rows.weight, behind);
    arguments.bias = fill(bias_, rows.bias, behind);
    bool inPlace = layout == Layout::InPlace;
    arguments.y = inPlace ? arguments.x : place(y_, extent, behind);
    arguments.mean = place(mean_, count, behind);
    arguments.invStdDev = place(invStdDev_, count, behind);

    std::vector<unsigned char> inputs[] = {x_.content(), weight_.content(), bias_.content()};
    OutputCheck output(rows.op, arguments, inPlace ? x_ : y_, mean_, invStdDev_);
    uint64_t middle = count % 5 == 0 ? uint64_t(count) / 2 : 0; // now and then in two launches
    if (middle > 0)
      kernel.run(arguments, 0, middle);
    kernel.run(arguments, middle, uint64_t(count));
    for (int64_t i = 0; i < count; ++i)
      output.compareRow(i, rows.input(mixed, i), rows.expected[mixed][size_t(i)]);
    const char *complaint = output.complaint();
    bool good = check(!complaint, "%s: %s", what, complaint);
    return check((inPlace || x_.firstDifference(inputs[0]) < 0) && weight_.firstDifference(inputs[1]) < 0 &&
                     bias_.firstDifference(inputs[2]) < 0,
                 "%s: an input changed", what) &&
           good;
  }

  GuardedPages x_, y_, weight_, bias_, mean_, invStdDev_;
};

constexpr unsigned widths[] = {2, 4, 8, 16};
constexpr const char *materializes[] = {"registers", "snapshot", "reload", "recompute"};

bool isLegal(const KernelChoice &choice) {
  return std::strcmp(choice.materialize, "registers") != 0 || fitsRegisters(choice);
}

/// The kernels of one column count, operator and mapping: P off and on of the same choices. Packet-local
/// kernels compile fast: they get every width. Whole-program: one width, such that each width meets every
/// ragged end.
std::vector<KernelChoice> choicesFor(Operator op, int64_t cols, bool wholeProgram, bool full,
                                     std::mt19937 &random) {
  std::vector<const char *> features{"native"};
  for (const std::string &level : hostCpu().levels)
    features.push_back(level.c_str());
  std::vector<KernelChoice> choices;
  for (unsigned w = 0; w < std::size(widths); ++w) {
    if (wholeProgram && !full &&
        w != uint64_t(cols + cols / 4 + cols / 16 + 2 * int64_t(op != Operator::RmsNorm)) % 4)
      continue;
    KernelChoice choice{op, cols, wholeProgram, widths[w]};
    choice.packetsPerBlock = 1 + random() % 4;
    choice.features = features[random() % features.size()];
    // Without masked stores in the instruction set every lane is a branch, and LLVM takes seconds over 16 x
    // 64 of them.
    if (wholeProgram && choice.width * cols > 256 && std::strcmp(choice.features, "x86-64-v2") == 0)
      choice.features = "native";
    unsigned first = random() % 4;
    for (unsigned m = first, taken = 0; m < first + 4 && (full || taken == 0); ++m) {
      choice.materialize = materializes[m % 4];
      if (!isLegal(choice))
        continue;
      ++taken;
      drawMemorySwitches(choice, random);
      for (bool fullPacket : {false, true}) {
        choice.fullPacket = fullPacket;
        choices.push_back(choice);
      }
      std::vector<KernelChoice> variants = accessVariants(choice);
      if (!full && variants.size() > 1)
        variants = {variants[random() % variants.size()]};
      if (!full && w != uint64_t(cols) % 4)
        variants.clear();
      choices.insert(choices.end(), variants.begin(), variants.end());
    }
  }
  return choices;
}

} // namespace

int main(int argc, char **argv) {
  const bool full = isFull(argc, argv);
  reportFaults();
  std::mt19937 random(20250707);
  unsigned kernels = 0, rescuedRows = 0;
  Bench bench;
  for (int64_t cols = 1; cols <= maxCols; ++cols) {
    for (Operator op : {Operator::RmsNorm, cols % 3 == 0 ? Operator::LayerNorm : Operator::LayerNormStats}) {
      Rows rows(op, cols);
      for (const ModelResult &result : rows.expected[1])
        rescuedRows += result.rescued;
      for (bool wholeProgram : {false, true})
        for (const KernelChoice &choice : choicesFor(op, cols, wholeProgram, full, random))
          if (auto kernel = NormKernel::compile(choice)) {
            bench.runAll(*kernel, rows);
            ++kernels;
          }
    }
    if (cols % 10 == 0)
      std::printf("up to %" PRId64 " columns: %u kernels, %.1f s\n", cols, kernels, elapsed());
  }
  check(rescuedRows > 100, "%u rows needed their rescue", rescuedRows);
  return finish();
}
