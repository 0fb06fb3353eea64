// Cooperative kernels: threads share a row, phase by phase, and the row has the bits of the ordinary kernel,
// however the chunks are split. What `pool` scaling is to the runtime, is a barrier here.
#include "check.h"
#include "jit/kernel.h"
#include "requests.h"
#include "runtime/cooperative.h"
#include "runtime/workspace.h"

#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <random>
#include <thread>

namespace tile_simd::test {
namespace {

using llvm::json::Object;

/// Threads wait until all of them have come.
class Barrier {
public:
  explicit Barrier(unsigned threads) : threads_(threads) {}
  void wait() {
    std::unique_lock<std::mutex> lock(mutex_);
    const unsigned round = round_;
    if (++waiting_ == threads_) {
      waiting_ = 0;
      ++round_;
      all_.notify_all();
    } else {
      all_.wait(lock, [&] { return round_ != round; });
    }
  }

private:
  std::mutex mutex_;
  std::condition_variable all_;
  const unsigned threads_;
  unsigned waiting_ = 0, round_ = 0;
};

Object parse(const std::string &json) { return *llvm::cantFail(llvm::json::parse(json)).getAsObject(); }

std::string buffer(const char *name, const char *kind, const char *dim) {
  return std::string(R"({"name":")") + name + R"(","kind":")" + kind +
         R"(","access":"row","dtype":"f32","dim":")" + dim + R"("})";
}

std::string programText(const char *name, int64_t cols, const std::string &params, const char *ops) {
  return std::string(R"({"format":"tile-simd/ir@1","name":")") + name + R"(","dims":{"cols":)" +
         std::to_string(cols) + R"(},"params":[)" + params + R"(],"ops":[)" + ops + "]}";
}

Object softmax(int64_t cols) {
  return parse(programText("softmax", cols,
                           buffer("x", "input", "cols") + "," + buffer("y", "output", "cols"),
                           R"({"op":"load","param":"x"},
                              {"op":"reduce","kind":"max","args":[0]},
                              {"op":"sub","args":[0,1]},
                              {"op":"exp","args":[2]},
                              {"op":"reduce","kind":"sum","args":[3]},
                              {"op":"div","args":[3,4]},
                              {"op":"store","param":"y","args":[5]})"));
}

/// y = x * s * sum(x); t = s + sum(x): t may be the memory of s, which the stores of y read.
Object scaled(int64_t cols) {
  return parse(programText("scaled", cols,
                           buffer("x", "input", "cols") + "," + buffer("s", "input", "one") + "," +
                               buffer("y", "output", "cols") + "," + buffer("t", "output", "one"),
                           R"({"op":"load","param":"x"},
                              {"op":"load","param":"s"},
                              {"op":"reduce","kind":"sum","args":[0]},
                              {"op":"mul","args":[1,2]},
                              {"op":"mul","args":[0,3]},
                              {"op":"add","args":[1,2]},
                              {"op":"store","param":"y","args":[4]},
                              {"op":"store","param":"t","args":[5]})"));
}

/// Reductions of every kind and no tile to store.
Object extremes(int64_t cols) {
  return parse(programText("extremes", cols,
                           buffer("x", "input", "cols") + "," + buffer("low", "output", "one") + "," +
                               buffer("high", "output", "one") + "," + buffer("times", "output", "one"),
                           R"({"op":"load","param":"x"},
                              {"op":"reduce","kind":"min","args":[0]},
                              {"op":"reduce","kind":"max","args":[0]},
                              {"op":"abs","args":[0]},
                              {"op":"sqrt","args":[3]},
                              {"op":"reduce","kind":"product","args":[4]},
                              {"op":"store","param":"low","args":[1]},
                              {"op":"store","param":"high","args":[2]},
                              {"op":"store","param":"times","args":[5]})"));
}

/// No reduction at all.
Object doubled(int64_t cols) {
  return parse(programText("doubled", cols,
                           buffer("x", "input", "cols") + "," + buffer("y", "output", "cols"),
                           R"({"op":"load","param":"x"},
                              {"op":"add","args":[0,0]},
                              {"op":"store","param":"y","args":[1]})"));
}

std::shared_ptr<Kernel> compile(const Object &program, bool cooperative, unsigned width) {
  Object request{{"ir", Object(program)},
                 {"plan", Object{{"mapping", "packet-local"},
                                 {"width", width},
                                 {"fullPacket", true},
                                 {"materialize", "reload"},
                                 {"blockWidth", 4 * width},
                                 {"cooperative", cooperative}}},
                 {"target", Object{{"features", "native"}}}};
  std::string text;
  llvm::raw_string_ostream(text) << llvm::json::Value(std::move(request));
  auto kernel = compileKernel(text);
  if (!kernel) {
    check(false, "%s", toString(kernel.takeError()).c_str());
    std::exit(finish());
  }
  return *kernel;
}

/// The arguments of a kernel for some rows. Inputs are random, the same for every kernel; row `hardRow` of
/// the first input is too large for FP32 squares.
class Arguments {
public:
  Arguments(const Kernel &kernel, uint64_t rows, uint64_t hardRow) : params_(kernel.params()) {
    for (const ParamLayout &param : params_) {
      LaunchArgument slot = {};
      if (param.kind == ParamKind::Scalar) {
        slot.value = 1e-5f;
      } else {
        std::vector<float> &data = memory_[param.name];
        const auto extent = uint64_t(param.extent);
        data.assign(extent * (param.access == ParamAccess::Row ? rows : 1), -77);
        if (param.kind == ParamKind::Input)
          for (uint64_t i = 0; i < data.size(); ++i)
            data[i] = number(i) * (param.access == ParamAccess::Row && i / extent == hardRow ? 1e25f : 1);
        slot.data = data.data();
        slot.rowStride = param.extent;
      }
      slots_.push_back(slot);
    }
  }

  /// Makes an output the memory of an input of the same shape.
  void putInPlace(const char *output, const char *input) {
    slots_[index(output)] = slots_[index(input)];
    inPlace_[output] = input;
  }

  const LaunchArgument *slots() const { return slots_.data(); }
  unsigned count() const { return unsigned(slots_.size()); }

  bool hasOutputsOf(const Arguments &other) const {
    for (const ParamLayout &param : params_)
      if (param.kind == ParamKind::Output) {
        const std::vector<float> &a = output(param.name), &b = other.output(param.name);
        if (a.size() != b.size() || std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) != 0)
          return false;
      }
    return true;
  }

private:
  /// In (-2, 2), and never the same along chunks.
  static float number(uint64_t i) {
    uint64_t bits = (i + 1) * 0x9e3779b97f4a7c15u;
    bits = (bits ^ (bits >> 31)) * 0xbf58476d1ce4e5b9u;
    return float(int64_t(bits >> 20) - (int64_t(1) << 43)) / float(int64_t(1) << 42);
  }
  size_t index(const std::string &name) const {
    return size_t(llvm::find_if(params_, [&](const ParamLayout &p) { return p.name == name; }) -
                  params_.begin());
  }
  const std::vector<float> &output(const std::string &name) const {
    auto shared = inPlace_.find(name);
    return memory_.at(shared == inPlace_.end() ? name : shared->second);
  }

  std::vector<ParamLayout> params_;
  std::map<std::string, std::vector<float>> memory_;
  std::map<std::string, std::string> inPlace_;
  std::vector<LaunchArgument> slots_;
};

/// Where each of `threads` ranges begins, and the end: random, so that some are empty.
std::vector<uint64_t> randomCuts(std::mt19937 &random, unsigned threads, uint64_t chunks) {
  std::vector<uint64_t> cuts{0, chunks};
  for (unsigned i = 1; i < threads; ++i)
    cuts.push_back(std::uniform_int_distribution<uint64_t>(0, chunks)(random));
  std::sort(cuts.begin(), cuts.end());
  return cuts;
}

struct FreeMemory {
  void operator()(void *memory) const { std::free(memory); }
};

/// All rows on `threads` threads, which split every phase anew; ranges go to threads in a random order.
void runOnThreads(const Kernel &kernel, const Arguments &arguments, uint64_t rows, unsigned threads,
                  unsigned seed) {
  const Cooperation &cooperation = kernel.cooperation();
  const uint64_t bytes = std::max<uint64_t>(kernel.workspaceBytes(), workspaceAlignment);
  std::unique_ptr<void, FreeMemory> workspace(std::aligned_alloc(workspaceAlignment, bytes));
  std::memset(workspace.get(), 0xff, bytes); // NaNs where nobody writes
  Barrier barrier(threads);
  auto work = [&](unsigned thread) {
    std::mt19937 random(seed); // the same in every thread
    for (uint32_t row = 0; row < rows; ++row)
      for (uint32_t phase = 0; phase < cooperation.phases.size(); ++phase) {
        std::vector<uint64_t> cuts = randomCuts(random, threads, cooperation.chunks);
        const unsigned mine = unsigned((thread + random()) % threads);
        runCooperativeTask(kernel.entry(), arguments.slots(), arguments.count(),
                           {row, phase, cuts[mine], cuts[mine + 1]}, workspace.get());
        barrier.wait();
      }
  };
  std::vector<std::thread> others;
  for (unsigned thread = 1; thread < threads; ++thread)
    others.emplace_back(work, thread);
  work(0);
  for (std::thread &other : others)
    other.join();
}

std::string phasesOf(const Kernel &kernel) {
  std::string text;
  for (PhaseTasks tasks : kernel.cooperation().phases)
    text += tasks == PhaseTasks::Chunks ? 'c' : '1';
  return text;
}

struct Shape {
  int64_t cols;
  uint64_t rows;
  unsigned width;
  std::vector<unsigned> threads;
};

/// Bits of the ordinary kernel, for every number of threads and for one thread by launchCooperative; also
/// where outputs are in place.
void sameBits(const char *name, const Object &program, const Shape &shape,
              const std::vector<std::pair<const char *, const char *>> &inPlace = {}) {
  nowRunning("%s of %ld columns, W%u", name, long(shape.cols), shape.width);
  auto ordinary = compile(program, false, shape.width), split = compile(program, true, shape.width);
  const uint64_t rows = shape.rows, hardRow = rows > 1 ? 1 : UINT64_MAX;
  Arguments expected(*ordinary, rows, hardRow);
  check(launchRange(ordinary->entry(), expected.slots(), expected.count(), 0, rows,
                    ordinary->workspaceBytes()) == LaunchResult::Done,
        "%s: the ordinary kernel runs", name);
  check(split->cooperation().chunks == uint64_t(shape.cols + 8191) / 8192, "%s: chunks", name);

  Arguments alone(*split, rows, hardRow);
  check(launchCooperative(split->entry(), alone.slots(), alone.count(), split->cooperation(), 0, rows,
                          split->workspaceBytes()) == LaunchResult::Done,
        "%s: one thread runs it", name);
  check(alone.hasOutputsOf(expected), "%s, %ld columns, W%u: one thread", name, long(shape.cols),
        shape.width);
  for (unsigned threads : shape.threads)
    for (bool shares : {false, true}) {
      if (shares && inPlace.empty())
        continue;
      Arguments arguments(*split, rows, hardRow);
      if (shares)
        for (auto [output, input] : inPlace)
          arguments.putInPlace(output, input);
      runOnThreads(*split, arguments, rows, threads, unsigned(shape.cols) + threads);
      check(arguments.hasOutputsOf(expected), "%s, %ld columns, W%u: %u threads%s", name, long(shape.cols),
            shape.width, threads, shares ? ", in place" : "");
    }
}

void everyProgram(const Shape &shape) {
  sameBits("RMSNorm", programJson(Operator::RmsNorm, shape.cols), shape, {{"y", "x"}});
  sameBits("LayerNorm", programJson(Operator::LayerNormStats, shape.cols), shape, {{"y", "x"}});
  sameBits("softmax", softmax(shape.cols), shape, {{"y", "x"}});
  sameBits("scaled", scaled(shape.cols), shape, {{"y", "x"}, {"t", "s"}});
  sameBits("extremes", extremes(shape.cols), shape);
  sameBits("doubled", doubled(shape.cols), shape, {{"y", "x"}});
}

/// Which phases there are, and that tasks which own nothing do nothing.
void phases() {
  auto kernel = compile(programJson(Operator::RmsNorm, 100000), true, 8);
  check(phasesOf(*kernel) == "c1c1", "RMSNorm: accumulate, combine, store, finish");
  check(kernel->specialization().reason == "cooperative" && !kernel->specialization().applied,
        "P is refused with its reason");
  check(phasesOf(*compile(programJson(Operator::RmsNorm, 8192), true, 8)) == "cc1",
        "one chunk is combined already");
  check(phasesOf(*compile(softmax(8193), true, 8)) == "c1c1c", "softmax: nothing to finish");
  check(phasesOf(*compile(extremes(8193), true, 8)) == "c11", "nothing to store in chunks");
  check(phasesOf(*compile(doubled(8193), true, 8)) == "c", "nothing to reduce");
  check(!compile(softmax(8193), false, 8)->cooperation().isCooperative(), "an ordinary kernel has no phases");

  Arguments arguments(*kernel, 1, UINT64_MAX), untouched(*kernel, 1, UINT64_MAX);
  std::unique_ptr<void, FreeMemory> workspace(std::aligned_alloc(64, kernel->workspaceBytes()));
  std::memset(workspace.get(), 0, kernel->workspaceBytes());
  const CooperativeTask idle[] = {{0, 2, 5, 5}, {0, 2, 6, 5}, {0, 2, 13, 20}, {0, 4, 0, 13}, {0, 3, 1, 13}};
  for (const CooperativeTask &task : idle)
    check(runCooperativeTask(kernel->entry(), arguments.slots(), arguments.count(), task, workspace.get()) ==
                  LaunchResult::Done &&
              arguments.hasOutputsOf(untouched),
          "phase %u, chunks [%lu, %lu): nothing is written", task.phase, (unsigned long)task.begin,
          (unsigned long)task.end);
  check(runCooperativeTask(kernel->entry(), arguments.slots(), 65, {0, 0, 0, 1}, workspace.get()) ==
            LaunchResult::TooManyArguments,
        "65 arguments are refused");
}

} // namespace
} // namespace tile_simd::test

int main() {
  using namespace tile_simd::test;
  reportFaults();
  phases();
  const unsigned widths[] = {16, 2, 8, 4, 16};
  const int64_t columns[] = {1, 8191, 8192, 8193, 100000};
  for (int i = 0; i < 5; ++i)
    everyProgram({columns[i], 3, widths[i], {1, 2, 3, 4, 5}});
  const int64_t long16M = int64_t(1) << 24;
  const Shape shape{long16M, 1, 16, {2, 5}};
  sameBits("RMSNorm", programJson(Operator::RmsNorm, long16M), shape);
  sameBits("LayerNorm", programJson(Operator::LayerNormStats, long16M), shape);
  sameBits("softmax", softmax(long16M), shape);
  return finish();
}
