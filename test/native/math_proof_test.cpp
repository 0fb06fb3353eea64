// Proof of the elementary functions' error bounds: every f32 through generated code, beside the
// double-precision functions of the C library.
//
//   math_proof_test [--all] [--function NAME]... [--stride N] [--features LEVEL] [--threads N]
//
// Without arguments (CTest) each function runs over a slice of the f32 values, with a fused multiply-add and
// without;
// --all (npm run prove:math) runs all 2^32 at one level. Either way the bits of other widths, both mappings,
// the scalar form and, beside a level with a fused multiply-add, x86-64-v3 are compared, and the f64 form is
// checked on a slice. Exit status 1 if anything is out of bounds.
#include "check.h"

#include "jit/kernel.h"
#include "runtime/launch.h"
#include "target/cpu.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace tile_simd;
using llvm::json::Array;
using llvm::json::Object;
using test::check;

constexpr double maxUlp = 2;
constexpr double maxF64Error = 1e-13; // relative
constexpr int64_t columns = 64;
constexpr size_t chunk = size_t(1) << 16; // elements of one launch

struct Function {
  const char *name;
  double (*exact)(double);
  double ordinary = std::numeric_limits<double>::infinity(); // reported apart from there on
};

double sigmoid(double x) { return x < 0 ? std::exp(x) / (1 + std::exp(x)) : 1 / (1 + std::exp(-x)); }

const Function functions[] = {
    {"exp", std::exp}, {"exp2", std::exp2},  {"log", std::log},      {"tanh", std::tanh},
    {"erf", std::erf}, {"sigmoid", sigmoid}, {"sin", std::sin, 1e5}, {"cos", std::cos, 1e5},
};

float fromBits(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
uint32_t toBits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

// --- kernels
// ----------------------------------------------------------------------------------------------------

struct Variant {
  std::string features = "native";
  bool wholeProgram = false;
  unsigned width = 16;
  bool scalar = false; // x is one value per row
};

std::string describe(const Variant &variant) {
  return (variant.scalar ? "scalar " : "") +
         std::string(variant.wholeProgram ? "whole-program" : "packet-local") + " W" +
         std::to_string(variant.width) + " " + variant.features;
}

Object buffer(const char *name, const char *kind, bool scalar) {
  return Object{
      {"name", name}, {"kind", kind}, {"access", "row"}, {"dtype", "f32"}, {"dim", scalar ? "one" : "cols"}};
}

/// y = f(x); or, through the rescue and so in f64, y = f(x) - c.
std::string requestText(const char *function, const Variant &variant, bool inDouble) {
  auto op = [](const char *name, std::initializer_list<int64_t> args) {
    return Object{{"op", name}, {"args", Array(args)}};
  };
  auto load = [](const char *param) { return Object{{"op", "load"}, {"param", param}}; };
  auto store = [](int64_t value) { return Object{{"op", "store"}, {"param", "y"}, {"args", Array{value}}}; };
  Array params{buffer("x", "input", variant.scalar)};
  Array ops{load("x"), op(function, {0})};
  if (inDouble) {
    params.push_back(buffer("c", "input", variant.scalar));
    ops.push_back(load("c"));
    ops.push_back(op("sub", {1, 2}));
    ops.push_back(Object{{"op", "const"}, {"value", 1}});
    ops.push_back(op("eq", {4, 4}));
    ops.push_back(op("rescue", {5}));
    ops.push_back(store(3));
  } else {
    ops.push_back(store(1));
  }
  params.push_back(buffer("y", "output", variant.scalar));
  Object dims;
  if (!variant.scalar)
    dims["cols"] = columns;
  Object request{{"ir", Object{{"format", "tile-simd/ir@1"},
                               {"name", "math"},
                               {"dims", std::move(dims)},
                               {"params", std::move(params)},
                               {"ops", std::move(ops)}}},
                 {"plan", Object{{"mapping", variant.wholeProgram ? "whole-program" : "packet-local"},
                                 {"width", variant.width},
                                 {"fullPacket", true},
                                 {"materialize", "snapshot"},
                                 {"blockWidth", variant.width * 4}}},
                 {"target", Object{{"features", variant.features}}}};
  std::string text;
  llvm::raw_string_ostream(text) << llvm::json::Value(std::move(request));
  return text;
}

class MathKernel {
public:
  static std::unique_ptr<MathKernel> compile(const Function &function, const Variant &variant,
                                             bool inDouble = false) {
    auto result = std::make_unique<MathKernel>();
    test::nowRunning("%s %s", function.name, describe(variant).c_str());
    auto kernel = compileKernel(requestText(function.name, variant, inDouble));
    if (!check(bool(kernel), "%s %s does not compile", function.name, describe(variant).c_str())) {
      std::printf("  %s\n", toString(kernel.takeError()).c_str());
      return nullptr;
    }
    result->kernel_ = std::move(*kernel);
    result->rowLength_ = variant.scalar ? 1 : columns;
    return result;
  }

  /// `count` is a multiple of `columns`; thread-safe.
  void run(const std::vector<std::vector<float> *> &buffers, size_t count) const {
    LaunchArgument arguments[3];
    for (size_t i = 0; i < buffers.size(); ++i) {
      arguments[i].data = buffers[i]->data();
      arguments[i].rowStride = rowLength_;
    }
    LaunchResult done = launchRange(kernel_->entry(), arguments, unsigned(buffers.size()), 0,
                                    count / size_t(rowLength_), kernel_->workspaceBytes());
    if (done != LaunchResult::Done)
      check(false, "the launch failed");
  }

private:
  std::shared_ptr<Kernel> kernel_;
  int64_t rowLength_ = 1;
};

// --- one comparison
// ---------------------------------------------------------------------------------------------

struct Worst {
  double ulp = 0;
  float at = 0;
  void add(double error, float x) {
    if (error > ulp) {
      ulp = error;
      at = x;
    }
  }
  void add(const Worst &other) { add(other.ulp, other.at); }
};

struct Findings {
  Worst ordinary, beyond;
  uint64_t values = 0, nan = 0, infinite = 0, zero = 0, denormal = 0, wrong = 0;
  std::string firstWrong;

  void refuse(float x, float got, double want) {
    if (wrong++ == 0) {
      char text[160];
      std::snprintf(text, sizeof text, "f(%.9g = 0x%08x) gave %.9g, want %.17g", double(x), toBits(x),
                    double(got), want);
      firstWrong = text;
    }
  }
  void add(const Findings &other) {
    ordinary.add(other.ordinary);
    beyond.add(other.beyond);
    values += other.values;
    nan += other.nan;
    infinite += other.infinite;
    zero += other.zero;
    denormal += other.denormal;
    if (wrong == 0)
      firstWrong = other.firstWrong;
    wrong += other.wrong;
  }
};

/// Error in units of the last place that a correctly rounded result would have.
double ulpError(float got, double want) {
  constexpr double beyondMax = 0x1p128; // where infinity stands
  double value = std::isinf(got) ? std::copysign(beyondMax, got) : double(got);
  uint64_t bits;
  std::memcpy(&bits, &want, sizeof bits);
  int exponent = std::max(int(bits >> 52 & 0x7ff) - 1023, -126);
  uint64_t inverse = uint64_t(1023 + 23 - exponent) << 52; // 1 / ulp
  double scale;
  std::memcpy(&scale, &inverse, sizeof scale);
  return std::fabs(value - want) * scale;
}

void compare(const Function &function, float x, float got, Findings &findings) {
  ++findings.values;
  double want = function.exact(double(x));
  if (std::isnan(want)) {
    ++findings.nan;
    if (!std::isnan(got))
      findings.refuse(x, got, want);
    return;
  }
  float rounded = float(want);
  if (std::isinf(rounded)) {
    ++findings.infinite;
    if (got != rounded)
      findings.refuse(x, got, want);
    return;
  }
  if (want == 0) {
    ++findings.zero;
    if (toBits(got) != toBits(rounded)) // the sign too
      findings.refuse(x, got, want);
    return;
  }
  findings.denormal += std::fabs(want) < 0x1p-126;
  if (std::isnan(got) || (std::signbit(got) != std::signbit(want))) {
    findings.refuse(x, got, want);
    return;
  }
  double error = ulpError(got, want);
  (std::fabs(x) < function.ordinary ? findings.ordinary : findings.beyond).add(error, x);
  if (error > maxUlp)
    findings.refuse(x, got, want);
}

// --- the runs
// ---------------------------------------------------------------------------------------------------

/// Arguments 0, stride, 2 stride, ... as f32 bits, cut into chunks that threads take in turn.
Findings sweep(const Function &function, const MathKernel &kernel, uint64_t stride, unsigned threadCount) {
  const uint64_t total = ((uint64_t(1) << 32) + stride - 1) / stride;
  std::atomic<uint64_t> next{0};
  std::mutex mutex;
  Findings all;
  auto work = [&] {
    std::vector<float> x(chunk), y(chunk);
    Findings findings;
    for (uint64_t begin; (begin = next.fetch_add(chunk)) < total;) {
      size_t count = size_t(std::min<uint64_t>(chunk, total - begin));
      for (size_t i = 0; i < chunk; ++i)
        x[i] = fromBits(i < count ? uint32_t((begin + i) * stride) : 0);
      kernel.run({&x, &y}, chunk);
      for (size_t i = 0; i < count; ++i)
        compare(function, x[i], y[i], findings);
    }
    std::lock_guard<std::mutex> lock(mutex);
    all.add(findings);
  };
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < threadCount; ++i)
    threads.emplace_back(work);
  work();
  for (std::thread &thread : threads)
    thread.join();
  return all;
}

/// Special values and their neighbours, then values all over the range; a whole number of rows. Large angles
/// are rare and come and go within a vector.
std::vector<float> sample() {
  std::vector<float> values;
  for (float value : {0.0f,
                      1e-45f,
                      1e-40f,
                      0x1p-126f,
                      1e-10f,
                      0.1f,
                      0.35f,
                      0.5f,
                      0.84375f,
                      1.0f,
                      1.5707963f,
                      2.0f,
                      3.1415927f,
                      4.0f,
                      9.0f,
                      10.0f,
                      16.0f,
                      87.33655f,
                      88.72284f,
                      89.0f,
                      91.8f,
                      103.97208f,
                      104.0f,
                      105.5f,
                      126.0f,
                      127.0f,
                      128.0f,
                      149.0f,
                      150.0f,
                      152.0f,
                      1e4f,
                      1e5f,
                      131072.0f,
                      1e10f,
                      1e38f,
                      3.4028235e38f,
                      std::numeric_limits<float>::infinity()})
    for (int neighbour : {0, -1, 1}) {
      if (neighbour < 0 && value == 0)
        continue;
      float near = fromBits(toBits(value) + uint32_t(neighbour)); // beyond infinity is NaN
      values.push_back(near);
      values.push_back(-near);
    }
  uint32_t state = 1;
  while (values.size() < 4 * chunk) {
    state = state * 1664525 + 1013904223;
    float value = fromBits(state);
    bool isRare = std::fabs(value) > 1e5f && state % 7 != 0;
    values.push_back(isRare ? std::remainder(value, 1e5f) : value);
  }
  values.resize(4 * chunk);
  return values;
}

bool sameBits(float a, float b) { return toBits(a) == toBits(b) || (std::isnan(a) && std::isnan(b)); }

/// Every way to compile the function, or one of each kind.
std::vector<Variant> variants(const std::string &features, bool every) {
  std::vector<std::string> levels{features};
  const auto &known = hostCpu().levels;
  if (features != "x86-64-v2" && features != "x86-64-v3" && llvm::is_contained(known, "x86-64-v3"))
    levels.push_back("x86-64-v3");
  std::vector<Variant> all;
  for (const std::string &level : levels) {
    if (every) {
      for (bool scalar : {false, true})
        for (bool wholeProgram : {false, true})
          for (unsigned width : {2, 4, 8, 16})
            all.push_back({level, wholeProgram, width, scalar});
    } else {
      all.push_back({level, false, 2, false});
      all.push_back({level, false, 4, true});
      all.push_back({level, true, 8, false});
    }
  }
  return all;
}

/// Every variant gives the bits of `base`; returns their number.
size_t compareVariants(const Function &function, const MathKernel &base, const std::vector<Variant> &all) {
  std::vector<float> x = sample(), want(x.size()), got(x.size());
  base.run({&x, &want}, x.size());
  for (const Variant &variant : all) {
    auto kernel = MathKernel::compile(function, variant);
    if (!kernel)
      continue;
    std::fill(got.begin(), got.end(), -77.0f);
    kernel->run({&x, &got}, x.size());
    size_t i = 0;
    while (i < x.size() && sameBits(got[i], want[i]))
      ++i;
    if (i == x.size())
      check(true, "same bits");
    else
      check(false, "%s %s: f(%.9g) gave %.9g, elsewhere %.9g", function.name, describe(variant).c_str(),
            double(x[i]), double(got[i]), double(want[i]));
  }
  return all.size();
}

/// Largest relative error of the f64 form, by what is left after subtracting the exact value rounded to f32.
double compareDouble(const Function &function, const std::string &features, bool scalar) {
  auto kernel = MathKernel::compile(function, {features, false, 8, scalar}, /*inDouble=*/true);
  if (!kernel)
    return 0;
  std::vector<float> x = sample(), c(x.size()), rest(x.size());
  for (size_t i = 0; i < x.size(); ++i)
    c[i] = float(function.exact(double(x[i])));
  kernel->run({&x, &c, &rest}, x.size());
  double worst = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    double want = function.exact(double(x[i]));
    if (std::isnan(want) || std::isinf(c[i])) {
      bool isFarOut =
          !std::isnan(want) && !std::isinf(want); // finite in f64 only: an infinity was subtracted
      check(isFarOut || std::isnan(rest[i]), "%s in f64: f(%.9g) - c gave %.9g", function.name, double(x[i]),
            double(rest[i]));
    } else if (std::fabs(want) >= 0x1p-80) { // below that the rest is beneath the range of f32
      worst = std::max(worst, std::fabs((double(rest[i]) - (want - double(c[i]))) / want));
    } else {
      check(std::fabs(rest[i]) <= 0x1p-100f, "%s in f64: f(%.9g) - c gave %.9g", function.name, double(x[i]),
            double(rest[i]));
    }
  }
  check(worst <= maxF64Error, "%s in f64, %s: relative error %.3g", function.name, features.c_str(), worst);
  return worst;
}

void prove(const Function &function, const std::string &features, uint64_t stride, unsigned threads,
           bool everyVariant) {
  double start = test::elapsed();
  auto kernel = MathKernel::compile(function, {features});
  if (!kernel)
    return;
  Findings found = sweep(function, *kernel, stride, threads);
  size_t compared = compareVariants(function, *kernel, variants(features, everyVariant));
  double f64Error =
      std::max(compareDouble(function, features, false), compareDouble(function, features, true));
  check(found.wrong == 0, "%s, %s: %llu values out of bounds, first: %s", function.name, features.c_str(),
        (unsigned long long)found.wrong, found.firstWrong.c_str());
  std::printf("%-8s %-9s max %.4f ULP at %-14.9g (0x%08x)", function.name, features.c_str(),
              found.ordinary.ulp, double(found.ordinary.at), toBits(found.ordinary.at));
  if (std::isfinite(function.ordinary))
    std::printf(", |x| >= %g: %.4f at %.9g", function.ordinary, found.beyond.ulp, double(found.beyond.at));
  std::printf(
      "; %llu values: %llu NaN, %llu infinite, %llu zero, %llu denormal; %zu variants same bits; f64 within "
      "%.1e; %.0f s\n",
      (unsigned long long)found.values, (unsigned long long)found.nan, (unsigned long long)found.infinite,
      (unsigned long long)found.zero, (unsigned long long)found.denormal, compared, f64Error,
      test::elapsed() - start);
  std::fflush(stdout);
}

[[noreturn]] void usage(const char *problem) {
  std::fprintf(stderr,
               "%s\nusage: math_proof_test [--all] [--function NAME]... [--stride N] [--features LEVEL] "
               "[--threads N]\n",
               problem);
  std::exit(2);
}

} // namespace

int main(int argc, char **argv) {
  test::reportFaults();
  bool all = false;
  uint64_t stride = 0;
  unsigned threads = 2;
  std::string features;
  std::vector<const Function *> wanted;
  for (int i = 1; i < argc; ++i) {
    std::string option = argv[i];
    if (option == "--all") {
      all = true;
      continue;
    }
    const char *value = i + 1 < argc ? argv[++i] : nullptr;
    if (!value)
      usage((option + ": unknown, or its value is missing").c_str());
    if (option == "--function") {
      auto known = llvm::find_if(functions, [&](const Function &f) { return f.name == std::string(value); });
      if (known == std::end(functions))
        usage((std::string("--function: no function ") + value).c_str());
      wanted.push_back(known);
    } else if (option == "--stride" || option == "--threads") {
      char *end;
      unsigned long number = std::strtoul(value, &end, 10);
      if (*end != '\0' || number < 1 || number > 0xffffffff)
        usage((option + ": expected a whole number above 0").c_str());
      if (option == "--stride")
        stride = number;
      else
        threads = unsigned(number);
    } else if (option == "--features") {
      features = value;
    } else {
      usage((option + ": unknown").c_str());
    }
  }
  if (wanted.empty())
    for (const Function &function : functions)
      wanted.push_back(&function);
  if (stride == 0)
    stride = all ? 1 : 16381; // odd, so that the low bits vary
  std::vector<std::string> levels;
  if (!features.empty())
    levels = {features};
  else if (all)
    levels = {"native"};
  else
    levels = {"x86-64-v2", "native"}; // without and with a fused multiply-add
  for (const std::string &level : levels)
    for (const Function *function : wanted)
      prove(*function, level, stride, threads, all);
  return test::finish();
}
