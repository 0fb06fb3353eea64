#include "requests.h"

#include "llvm/Support/raw_ostream.h"

#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string_view>

namespace tile_simd::test {
namespace {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

// Where plain f32 is trusted with a mean of squares (lib/kernels/accuracy.ts has the reasons).
const double smallestTrusted = std::ldexp(1.0, -100);
const double largestTrusted = std::numeric_limits<float>::max();

/// Ops by name; a value is its id, the index of its op.
class Ops {
public:
  int64_t load(const char *param) { return push(Object{{"op", "load"}, {"param", param}}); }
  int64_t scalar(const char *param) { return push(Object{{"op", "scalar"}, {"param", param}}); }
  int64_t constant(double value) { return push(Object{{"op", "const"}, {"value", value}}); }
  int64_t op(const char *name, std::initializer_list<int64_t> args) {
    return push(Object{{"op", name}, {"args", Array(args)}});
  }
  int64_t mean(int64_t tile) {
    return push(Object{{"op", "reduce"}, {"kind", "mean"}, {"args", Array{tile}}});
  }
  void store(const char *param, int64_t value) {
    push(Object{{"op", "store"}, {"param", param}, {"args", Array{value}}});
  }
  /// `variance` lies where f32 squares are right.
  int64_t isTrusted(int64_t variance) {
    int64_t large = op("ge", {variance, constant(smallestTrusted)});
    return op("and", {large, op("le", {variance, constant(largestTrusted)})});
  }
  void rescueUnless(int64_t trusted) { op("rescue", {op("not", {trusted})}); }
  Array take() { return std::move(ops_); }

private:
  int64_t push(Object op) {
    ops_.push_back(std::move(op));
    return int64_t(ops_.size()) - 1;
  }
  Array ops_;
};

Array rmsNormOps() {
  Ops b;
  int64_t x = b.load("x");
  int64_t variance = b.op("add", {b.mean(b.op("mul", {x, x})), b.scalar("eps")});
  b.rescueUnless(b.isTrusted(variance));
  int64_t normalized = b.op("mul", {x, b.op("rsqrt", {variance})});
  b.store("y", b.op("mul", {normalized, b.load("weight")}));
  return b.take();
}

Array layerNormOps(bool stats) {
  Ops b;
  int64_t x = b.load("x");
  int64_t roughMean = b.mean(x);
  int64_t centered = b.op("sub", {x, roughMean});
  int64_t correction = b.mean(centered);
  int64_t square = b.op("mul", {correction, correction});
  int64_t spread = b.op("sub", {b.mean(b.op("mul", {centered, centered})), square});
  int64_t variance = b.op("add", {spread, b.scalar("eps")});
  int64_t separate = b.op("le", {square, b.op("mul", {variance, b.constant(8)})});
  b.rescueUnless(b.op("and", {b.isTrusted(variance), separate}));
  int64_t invStdDev = b.op("rsqrt", {variance});
  int64_t normalized = b.op("mul", {b.op("sub", {centered, correction}), invStdDev});
  int64_t scaled = b.op("mul", {normalized, b.load("weight")});
  b.store("y", b.op("add", {scaled, b.load("bias")}));
  if (stats) {
    b.store("mean", b.op("add", {roughMean, correction}));
    b.store("inv_std_dev", invStdDev);
  }
  return b.take();
}

Object buffer(const char *name, const char *kind, const char *access, const char *dim = "cols") {
  return Object{{"name", name}, {"kind", kind}, {"access", access}, {"dtype", "f32"}, {"dim", dim}};
}

} // namespace

const char *operatorName(Operator op) { return op == Operator::RmsNorm ? "rms_norm" : "layer_norm"; }

Object programJson(Operator op, int64_t cols) {
  Array params{buffer("x", "input", "row"), buffer("weight", "input", "column")};
  if (op != Operator::RmsNorm)
    params.push_back(buffer("bias", "input", "column"));
  params.push_back(Object{{"name", "eps"}, {"kind", "scalar"}, {"dtype", "f32"}});
  params.push_back(buffer("y", "output", "row"));
  if (op == Operator::LayerNormStats) {
    params.push_back(buffer("mean", "output", "row", "one"));
    params.push_back(buffer("inv_std_dev", "output", "row", "one"));
  }
  return Object{
      {"format", "tile-simd/ir@1"},
      {"name", operatorName(op)},
      {"dims", Object{{"cols", cols}}},
      {"params", std::move(params)},
      {"ops", op == Operator::RmsNorm ? rmsNormOps() : layerNormOps(op == Operator::LayerNormStats)}};
}

Object loopProgramJson(int64_t cols, int64_t tile) {
  llvm::Expected<Value> ops = llvm::json::parse(R"([
{"op":"load","param":"s"},{"op":"const","value":"-Infinity"},{"op":"const","value":0,"element":"i32"},
{"op":"loop","dim":"cols","tile":"tile"},{"op":"carry","args":[1]},{"op":"carry","args":[2]},
{"op":"carry","args":[0],"dim":"tile"},{"op":"load","param":"x"},{"op":"load","param":"weight"},
{"op":"columnIndex","dim":"tile"},{"op":"tileStart"},{"op":"add","args":[9,10]},{"op":"toFloat","args":[11]},
{"op":"mul","args":[7,8]},{"op":"reduce","kind":"max","args":[13]},{"op":"max","args":[4,14]},
{"op":"sub","args":[13,15]},{"op":"add","args":[16,12]},{"op":"add","args":[6,17]},
{"op":"reduce","kind":"mean","args":[18]},{"op":"max","args":[15,19]},{"op":"add","args":[5,10]},
{"op":"yield","args":[20,21,18]},{"op":"result","args":[4]},{"op":"result","args":[5]},
{"op":"result","args":[6]},{"op":"loop","dim":"cols","tile":"tile"},{"op":"load","param":"x"},
{"op":"sub","args":[27,23]},{"op":"store","param":"y","args":[28]},{"op":"yield","args":[]},
{"op":"toFloat","args":[24]},{"op":"reduce","kind":"sum","args":[25]},{"op":"add","args":[31,32]},
{"op":"store","param":"a","args":[25]},{"op":"store","param":"r","args":[33]}])");
  return Object{{"format", "tile-simd/ir@1"},
                {"name", "loops"},
                {"dims", Object{{"cols", cols}, {"tile", tile}}},
                {"params", Array{buffer("x", "input", "row"), buffer("weight", "input", "column"),
                                 buffer("s", "input", "row", "one"), buffer("y", "output", "row"),
                                 buffer("a", "output", "row", "tile"), buffer("r", "output", "row", "one")}},
                {"ops", cantFail(std::move(ops))}};
}

Object requestJson(const KernelChoice &choice) {
  return Object{{"ir", programJson(choice.op, choice.cols)},
                {"plan", Object{{"mapping", choice.wholeProgram ? "whole-program" : "packet-local"},
                                {"width", choice.width},
                                {"fullPacket", choice.fullPacket},
                                {"materialize", choice.materialize},
                                {"fuse", choice.fuse},
                                {"interleave", choice.interleave},
                                {"contiguous", choice.contiguous},
                                {"unroll", choice.unroll},
                                {"stores", choice.stores},
                                {"tail", choice.tail},
                                {"blockWidth", choice.width * choice.packetsPerBlock}}},
                {"target", Object{{"features", choice.features}}}};
}

std::string requestText(const KernelChoice &choice) {
  std::string text;
  llvm::raw_string_ostream(text) << Value(requestJson(choice));
  return text;
}

std::string describe(const KernelChoice &choice) {
  char text[300];
  std::snprintf(text, sizeof text,
                "%s%s cols %" PRId64
                " %s W%u P%d %s F%d interleave %d contiguous %d unroll %u %s %s packetsPerBlock %u %s",
                operatorName(choice.op), choice.op == Operator::LayerNormStats ? "+stats" : "", choice.cols,
                choice.wholeProgram ? "whole-program" : "packet-local", choice.width, choice.fullPacket,
                choice.materialize, choice.fuse, choice.interleave, choice.contiguous, choice.unroll,
                choice.stores, choice.tail, choice.packetsPerBlock, choice.features);
  return text;
}

void drawMemorySwitches(KernelChoice &choice, std::mt19937 &random) {
  choice.unroll = random() % 2 ? 1u << random() % 4 : 0;
  std::string_view materialize = choice.materialize;
  if (materialize != "snapshot" && materialize != "recompute")
    return;
  choice.fuse = random() % 2;
  choice.contiguous = random() % 3 == 0;
  choice.interleave = choice.contiguous || random() % 2;
}

std::vector<KernelChoice> accessVariants(const KernelChoice &choice) {
  std::vector<KernelChoice> variants;
  auto add = [&](const char *stores, const char *tail) {
    variants.push_back(choice);
    variants.back().stores = stores;
    variants.back().tail = tail;
  };
  if (choice.wholeProgram)
    return variants;
  if (choice.width >= 4 && choice.contiguous)
    add("streaming", "peeled");
  if (std::strcmp(choice.materialize, "registers") != 0)
    add("cached", "masked");
  if (choice.cols >= choice.width && choice.contiguous)
    add("cached", "overlapping");
  return variants;
}

bool fitsRegisters(const KernelChoice &choice) {
  return choice.wholeProgram ? choice.cols <= 16 : (choice.cols + choice.width - 1) / choice.width <= 64;
}

} // namespace tile_simd::test
