// Kernels that take the number of columns with a launch: the bits of the kernels for each count, every active
// count of lanes, and no access beyond a row.
#include "check.h"
#include "guarded.h"
#include "launch_norm.h"
#include "model.h"
#include "request_errors.h"
#include "requests.h"

#include "llvm/Support/raw_ostream.h"

#include <cstring>

using namespace tile_simd;
using namespace tile_simd::test;
using llvm::json::Object;
using llvm::json::Value;

namespace {

Object runTimeRequest(const KernelChoice &choice) {
  KernelChoice general = choice;
  general.cols = 1;
  general.materialize = "reload";
  Object request = requestJson(general);
  request.getObject("ir")->insert({"runTimeColumns", true});
  return request;
}

std::string textOf(Object request) {
  std::string text;
  llvm::raw_string_ostream(text) << Value(std::move(request));
  return text;
}

std::shared_ptr<Kernel> mustCompile(const std::string &request, bool expose = false) {
  CompileOptions options;
  options.exposePacketBody = expose;
  return llvm::cantFail(compileKernel(request, options), "a request of the test");
}

constexpr unsigned rows = 4;
constexpr RowKind kinds[rows] = {RowKind::Ordinary, RowKind::LargeMean, RowKind::HugeSquares,
                                 RowKind::Ragged};

/// Arguments in memory whose last row ends at an inaccessible page; rows are `cols` apart.
class Rows {
public:
  explicit Rows(int64_t cols)
      : cols_(cols), x_(size_t(cols) * rows * 4), weight_(size_t(cols) * 4), bias_(size_t(cols) * 4),
        y_(size_t(cols) * rows * 4) {
    std::mt19937 random{unsigned(cols)};
    for (unsigned row = 0; row < rows; ++row)
      fillRow(kinds[row], x() + row * cols, cols, random);
    fillRow(RowKind::Ordinary, weight(), cols, random);
    fillRow(RowKind::Ordinary, bias(), cols, random);
  }
  float *x() const { return x_.last(size_t(cols_) * rows); }
  float *weight() const { return weight_.last(size_t(cols_)); }
  float *bias() const { return bias_.last(size_t(cols_)); }
  float *y() const { return y_.last(size_t(cols_) * rows); }

  /// The slots of a LayerNorm, and the columns behind them.
  LaunchFrame frame() const {
    LaunchFrame frame = {};
    auto buffer = [&](unsigned slot, float *data, int64_t stride) {
      frame.arguments[slot].data = data;
      frame.arguments[slot].rowStride = stride;
    };
    buffer(0, x(), cols_);
    buffer(1, weight(), 0);
    buffer(2, bias(), 0);
    frame.arguments[3].value = 1e-5f;
    buffer(4, y(), cols_);
    frame.arguments[5].index = int32_t(cols_);
    frame.record.end = rows;
    return frame;
  }

  std::vector<float> run(const Kernel &kernel) const {
    LaunchFrame launch = frame();
    std::fill_n(y(), size_t(cols_) * rows, -7.0f);
    check(launchRange(kernel.entry(), launch.arguments, 6, 0, rows, kernel.workspaceBytes()) ==
              LaunchResult::Done,
          "a launch");
    return std::vector<float>(y(), y() + cols_ * rows);
  }

private:
  int64_t cols_;
  GuardedPages x_, weight_, bias_, y_;
};

bool areSame(const std::vector<float> &a, const std::vector<float> &b) {
  for (size_t i = 0; i < a.size(); ++i)
    if (!sameBits(a[i], b[i]))
      return false;
  return a.size() == b.size();
}

void everyCount(unsigned width, bool fullPacket, const char *features) {
  KernelChoice choice;
  choice.op = Operator::LayerNorm;
  choice.width = width;
  choice.fullPacket = fullPacket;
  choice.features = features;
  const auto general = mustCompile(textOf(runTimeRequest(choice)));
  check(general->workspaceBytes() == 0 && general->hasRunTimeColumns(), "no workspace, whatever the row");
  std::vector<int64_t> counts;
  for (int64_t cols = 1; cols <= 140; cols += cols < 70 ? 1 : 7)
    counts.push_back(cols);
  for (int64_t cols : {1000, 8191, 8192, 8193, 8192 * 3, 8192 * 7 + 65, 8192 * 12 - 1})
    counts.push_back(cols);
  choice.materialize = "reload";
  for (int64_t cols : counts) {
    nowRunning("%ld columns, width %u, P%d, %s", long(cols), width, fullPacket, features);
    const Rows memory(cols);
    choice.cols = cols;
    choice.fullPacket = true; // the other of the two, now and then
    const std::vector<float> expected = memory.run(*mustCompile(requestText(choice)));
    check(areSame(memory.run(*general), expected), "%ld columns, width %u, P%d, %s", long(cols), width,
          fullPacket, features);
  }
}

/// Element e belongs to lane e mod W: with fewer active lanes the others are neither read nor written.
void everyActiveCount() {
  constexpr unsigned width = 8;
  KernelChoice choice;
  choice.op = Operator::LayerNorm;
  choice.width = width;
  choice.materialize = "reload";
  const auto general = mustCompile(textOf(runTimeRequest(choice)), /*expose=*/true);
  for (int64_t cols : {1, 5, 8, 19, 64, 100, 130}) {
    choice.cols = cols;
    const auto own = mustCompile(requestText(choice), /*expose=*/true);
    const Rows memory(cols);
    for (unsigned active = 0; active <= width; ++active) {
      nowRunning("%ld columns, %u active lanes", long(cols), active);
      std::vector<float> results[2];
      for (unsigned i : {0, 1}) {
        const Kernel &kernel = i == 0 ? *own : *general;
        auto packet = reinterpret_cast<void (*)(LaunchRecord *, int64_t, int32_t)>(
            llvm::cantFail(kernel.lookup("layer_norm.packet")));
        std::fill_n(memory.y(), cols * rows, -7.0f);
        for (unsigned row = 0; row < rows; ++row) {
          LaunchFrame frame = memory.frame();
          packet(&frame.record, row, int32_t(active));
        }
        results[i].assign(memory.y(), memory.y() + cols * rows);
      }
      check(areSame(results[0], results[1]), "%ld columns, %u active lanes", long(cols), active);
    }
  }
}

void isRefused() {
  auto expect = [](const char *what, Object request, const char *code, const char *argument) {
    nowRunning("%s", what);
    const Outcome outcome = tryCompile(textOf(std::move(request)));
    check(outcome.code == code && outcome.argument == argument, "%s: %s (%s) %s", what, outcome.code.c_str(),
          outcome.argument.c_str(), outcome.message.c_str());
  };
  const KernelChoice choice;
  auto withPlan = [&](const char *key, Value value) {
    Object request = runTimeRequest(choice);
    (*request.getObject("plan"))[key] = std::move(value);
    return request;
  };
  auto withIr = [&](const char *key, Value value) {
    Object request = runTimeRequest(choice);
    (*request.getObject("ir"))[key] = std::move(value);
    return request;
  };
  expect("as it is", runTimeRequest(choice), "", "");
  for (const Value &value : {Value(false), Value(1), Value("cols"), Value(nullptr)})
    expect("no true", withIr("runTimeColumns", value), "ERR_INVALID_IR", "ir.runTimeColumns");
  expect("a known extent", withIr("dims", Object{{"cols", 16}}), "ERR_INVALID_IR", "ir.runTimeColumns");
  expect("two dims", withIr("dims", Object{{"cols", 1}, {"other", 1}}), "ERR_INVALID_IR",
         "ir.runTimeColumns");
  expect("a grid", withIr("inner", 3), "ERR_INVALID_IR", "ir.runTimeColumns");
  expect("flat", withIr("flat", true), "ERR_INVALID_IR", "ir.runTimeColumns");
  expect("whole-program", withPlan("mapping", "whole-program"), "ERR_INVALID_PLAN", "plan.mapping");
  for (const char *value : {"registers", "snapshot", "recompute", "output"})
    expect(value, withPlan("materialize", value), "ERR_INVALID_PLAN", "plan.materialize");
  expect("streaming", withPlan("stores", "streaming"), "ERR_INVALID_PLAN", "plan.stores");
  expect("masked", withPlan("tail", "masked"), "ERR_INVALID_PLAN", "plan.tail");
  expect("the other order", withPlan("order", "mapping"), "ERR_INVALID_PLAN", "plan.order");
  expect("cooperative", withPlan("cooperative", true), "ERR_INVALID_PLAN", "plan.cooperative");
}

} // namespace

int main() {
  reportFaults();
  for (unsigned width : {2, 4, 8, 16})
    everyCount(width, width != 4, "native");
  if (tryCompile(requestText(KernelChoice{})).kernel) {
    KernelChoice v3;
    v3.features = "x86-64-v3";
    if (tryCompile(requestText(v3)).kernel)
      everyCount(8, true, "x86-64-v3");
  }
  everyActiveCount();
  isRefused();
  return finish();
}
