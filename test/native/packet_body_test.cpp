// The packet body itself, called with every active count 0..W. Launches only ever run whole packets in
// packet-local, and one tail per launch in whole-program; the body has to be right for the other counts all
// the same.
//
// Bits equal the model's; nothing outside the active part is written; and the inactive part is not even
// touched:
//   whole-program  every row has pages of its own, those of inactive lanes are inaccessible
//   packet-local   the row ends, with its last active element, at an inaccessible page; other inactive
//   elements are NaN
// Rows that need their rescue stand beside ordinary ones, in place included: no neighbour may notice.
//
// `packet_body_test --full` runs every materialize with every width and column count.
#include "check.h"
#include "launch_norm.h"
#include "model.h"
#include "output_check.h"

#include "target/cpu.h"

#include <cinttypes>
#include <cstdio>
#include <cstring>

using namespace tile_simd;
using namespace tile_simd::test;

namespace {

constexpr unsigned maxWidth = 16;
constexpr int64_t program = 5; // not 0: row addresses are computed from it
constexpr unsigned trials = 3;
constexpr RowKind rescueKinds[] = {RowKind::HugeSquares, RowKind::Infinite, RowKind::TinySquares,
                                   RowKind::NotANumber, RowKind::Ragged};

/// What the rows of a trial hold.
struct Trial {
  bool inPlace;
  float eps;
  std::vector<RowKind> kinds; // by lane
};

/// Trial 0: ordinary rows. Trials 1 and 2: rows of every kind side by side, in trial 2 in place.
Trial trialFor(unsigned number, unsigned seed) {
  Trial trial{number == 2, seed % 2 ? 1e-38f : 1e-5f, {}};
  for (unsigned lane = 0; lane < maxWidth; ++lane) {
    unsigned draw = seed * 7 + lane * 3 + number;
    if (number == 0)
      trial.kinds.push_back(RowKind::Ordinary);
    else if (draw % 2)
      trial.kinds.push_back(rescueKinds[draw / 2 % std::size(rescueKinds)]);
    else
      trial.kinds.push_back(RowKind(draw / 2 % rowKinds));
  }
  return trial;
}

const char *const placements[] = {"at the end of its pages", "at the start of its pages"};

unsigned rescuedRows, ordinaryRows;

/// Memory for packets of `programs` programs.
class Bench {
public:
  Bench(int64_t cols, unsigned programs)
      : cols_(cols), programs_(programs), bytes_(size_t(cols) * sizeof(float)), x_(bytes_, programs),
        y_(bytes_, programs), mean_(sizeof(float), programs), invStdDev_(sizeof(float), programs),
        weight_(bytes_), bias_(bytes_), weights_(size_t(cols)), biases_(size_t(cols)) {
    std::mt19937 random{unsigned(cols)};
    for (auto *values : {&weights_, &biases_})
      fillRow(RowKind::Ordinary, values->data(), cols, random);
  }

  void runAll(NormKernel &kernel, unsigned seed) {
    const KernelChoice &choice = kernel.choice();
    wrongPackets_ = 0;
    for (unsigned number = 0; number < trials; ++number) {
      Trial trial = trialFor(number, seed);
      std::mt19937 random(seed * trials + number);
      std::vector<std::vector<float>> rows(programs_, std::vector<float>(size_t(cols_)));
      for (unsigned lane = 0; lane < programs_; ++lane)
        fillRow(trial.kinds[lane], rows[lane].data(), cols_, random);
      for (unsigned placement = 0; placement < std::size(placements); ++placement)
        if (choice.wholeProgram)
          runWholeProgram(kernel, trial, rows, placement);
        else
          runPacketLocal(kernel, trial, rows[0], placement);
    }
  }

private:
  ModelRow modelInput(const NormKernel &kernel, const Trial &trial, const std::vector<float> &x) const {
    return {kernel.choice().op, cols_, x.data(), weights_.data(), biases_.data(), trial.eps};
  }

  void clear() {
    for (GuardedPages *pages : {&x_, &y_, &mean_, &invStdDev_, &weight_, &bias_})
      pages->clear();
  }

  float *place(const GuardedPages &pages, int64_t elements, unsigned placement, unsigned slot = 0) const {
    return placement == 0 ? pages.last(size_t(elements), slot) : pages.first(slot);
  }

  void runWholeProgram(NormKernel &kernel, const Trial &trial, const std::vector<std::vector<float>> &rows,
                       unsigned placement) {
    std::vector<ModelResult> expected;
    for (const std::vector<float> &row : rows) {
      expected.push_back(modelRow(modelInput(kernel, trial, row)));
      ++(expected.back().rescued ? rescuedRows : ordinaryRows);
    }
    for (unsigned active = 0; active <= programs_; ++active) {
      clear();
      unsigned firstSlot = programs_ - active; // lanes from `active` on lie where nothing is accessible
      for (unsigned lane = 0; lane < active; ++lane)
        std::memcpy(place(x_, cols_, placement, firstSlot + lane), rows[lane].data(), bytes_);
      NormArguments arguments = bind(trial, placement, cols_, firstSlot);
      run(kernel, trial, arguments, active, placement, [&](OutputCheck &output) {
        for (unsigned lane = 0; lane < active; ++lane)
          output.compareRow(lane, modelInput(kernel, trial, rows[lane]), expected[lane]);
      });
    }
  }

  void runPacketLocal(NormKernel &kernel, const Trial &trial, const std::vector<float> &row,
                      unsigned placement) {
    ModelRow input = modelInput(kernel, trial, row);
    input.width = kernel.choice().width;
    for (unsigned active = 0; active <= input.width; ++active) {
      clear();
      input.active = active;
      ModelResult expected = modelRow(input);
      ++(expected.rescued ? rescuedRows : ordinaryRows);
      int64_t extent = cols_; // up to and including the last element that exists
      while (extent > 0 && !input.exists(extent - 1))
        --extent;
      NormArguments arguments = bind(trial, placement, extent, active == 0 ? programs_ : 0);
      if (active == 0)
        arguments.weight = arguments.bias = arguments.x; // no element exists: nothing at all may be touched
      for (int64_t e = 0; e < extent; ++e)
        if (input.exists(e)) {
          arguments.x[e] = row[size_t(e)];
        } else {
          std::memset(&arguments.weight[e], canaryByte, sizeof(float));
          std::memset(&arguments.bias[e], canaryByte, sizeof(float));
        }
      run(kernel, trial, arguments, active, placement, [&](OutputCheck &output) {
        if (active > 0)
          output.compareRow(0, input, expected);
      });
    }
  }

  /// Row 0 in slot `firstSlot` of every pages; the columns' vectors filled. Addresses are those of program 0.
  NormArguments bind(const Trial &trial, unsigned placement, int64_t extent, unsigned firstSlot) {
    NormArguments arguments;
    arguments.eps = trial.eps;
    arguments.x = place(x_, extent, placement, firstSlot);
    arguments.y = trial.inPlace ? arguments.x : place(y_, extent, placement, firstSlot);
    arguments.mean = place(mean_, 1, placement, firstSlot);
    arguments.invStdDev = place(invStdDev_, 1, placement, firstSlot);
    arguments.xStride = arguments.yStride = x_.slotStride();
    arguments.statsStride = mean_.slotStride();
    arguments.weight = place(weight_, extent, placement);
    arguments.bias = place(bias_, extent, placement);
    std::memcpy(arguments.weight, weights_.data(), size_t(extent) * sizeof(float));
    std::memcpy(arguments.bias, biases_.data(), size_t(extent) * sizeof(float));
    return arguments;
  }

  template <class CheckOutput>
  void run(NormKernel &kernel, const Trial &trial, const NormArguments &arguments, unsigned active,
           unsigned placement, CheckOutput checkOutput) {
    if (wrongPackets_ > 2)
      return; // a kernel that is wrong: more messages about one fault say no more
    char what[420];
    std::snprintf(what, sizeof what, "%s, %u active, eps %g, %s%s", kernel.description().c_str(), active,
                  double(trial.eps), placements[placement], trial.inPlace ? ", in place" : "");
    nowRunning("%s", what);
    OutputCheck output(kernel.choice().op, arguments, trial.inPlace ? x_ : y_, mean_, invStdDev_);
    NormArguments moved = arguments; // so that `program` is the row that `arguments` names
    moved.x -= program * moved.xStride;
    moved.y -= program * moved.yStride;
    moved.mean -= program * moved.statsStride;
    moved.invStdDev -= program * moved.statsStride;
    kernel.runPacket(moved, program, active);
    checkOutput(output);
    const char *complaint = output.complaint();
    wrongPackets_ += !check(!complaint, "%s: %s", what, complaint);
  }

  const int64_t cols_;
  const unsigned programs_;
  const size_t bytes_;
  GuardedPages x_, y_, mean_, invStdDev_, weight_, bias_;
  std::vector<float> weights_, biases_;
  unsigned wrongPackets_ = 0; // of the kernel at hand
};

/// The model is only worth something if it is right itself.
void modelIsAccurate() {
  for (int64_t cols : {1, 2, 3, 63, 64, 65, 1000, 8192, 8193, 30000})
    for (Operator op : {Operator::RmsNorm, Operator::LayerNorm})
      for (unsigned kind = 0; kind < finiteRowKinds; ++kind) {
        std::mt19937 random(unsigned(cols) * rowKinds + kind);
        std::vector<float> x(static_cast<size_t>(cols)), weight(x), bias(x);
        fillRow(RowKind(kind), x.data(), cols, random);
        fillRow(RowKind::Ordinary, weight.data(), cols, random);
        fillRow(RowKind::Ordinary, bias.data(), cols, random);
        ModelRow row{op, cols, x.data(), weight.data(), bias.data(), 1e-5f};
        ModelResult result = modelRow(row);
        std::vector<double> oracle = oracleRow(row);
        double worst = 0;
        for (size_t e = 0; e < x.size(); ++e)
          worst = std::max(worst,
                           std::abs(double(result.y[e]) - oracle[e]) / (5e-5 + 5e-5 * std::abs(oracle[e])));
        check(worst <= 1, "the model of %s, %" PRId64 " columns, row kind %u is off by %g of the allowance",
              operatorName(op), cols, kind, worst);
      }
}

} // namespace

int main(int argc, char **argv) {
  const bool full = isFull(argc, argv);
  reportFaults();
  modelIsAccurate();
  const char *const materializes[] = {"registers", "snapshot", "reload", "recompute"};
  std::vector<const char *> features{"native"};
  for (const std::string &level : hostCpu().levels)
    features.push_back(level.c_str());
  std::mt19937 random(20250708);
  unsigned kernels = 0;
  for (int64_t cols : {1, 2, 3, 15, 16, 17, 63, 64, 65, 70, 130, 4096, 16390}) {
    for (Operator op : {Operator::RmsNorm, Operator::LayerNormStats})
      for (bool wholeProgram : {false, true})
        for (unsigned width : {2, 4, 8, 16}) {
          // Short rows run with all four; longer ones, slower to compile, with one of those that are legal.
          // Short ones also take turns at the instruction sets.
          std::vector<KernelChoice> choices;
          for (const char *materialize : materializes) {
            KernelChoice choice{op, cols, wholeProgram, width, random() % 2 == 0, materialize};
            drawMemorySwitches(choice, random);
            if (cols < 20)
              choice.features = features[random() % features.size()];
            if (std::strcmp(materialize, "registers") != 0 || fitsRegisters(choice))
              choices.push_back(choice);
          }
          if (!full && cols > 3)
            choices = {choices[random() % choices.size()]};
          for (size_t i = 0, count = choices.size(); i < count; ++i) {
            std::vector<KernelChoice> variants = accessVariants(choices[i]);
            if (!full && variants.size() > 1)
              variants = {variants[random() % variants.size()]};
            choices.insert(choices.end(), variants.begin(), variants.end());
          }
          Bench bench(cols, wholeProgram ? width : 1);
          for (const KernelChoice &choice : choices)
            if (auto kernel = NormKernel::compile(choice, /*exposePacketBody=*/true))
              bench.runAll(*kernel, ++kernels);
        }
    std::printf("%" PRId64 " columns: %u kernels so far, %.1f s\n", cols, kernels, elapsed());
  }
  check(rescuedRows > 1000 && ordinaryRows > 1000, "%u rows were rescued and %u were not", rescuedRows,
        ordinaryRows);
  return finish();
}
