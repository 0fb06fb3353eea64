// Mutated compile requests: each compiles or gives an error of the known form; nothing crashes. What compiles
// is run between inaccessible pages, once more in place, and now and then under a very different plan: always
// the same bits.
//
//   request_fuzz_test             3000 mutations, always the same
//   request_fuzz_test --full      30000
//   request_fuzz_test --only N    prints and runs mutation N alone
#include "check.h"
#include "guarded.h"
#include "model.h"
#include "mutate.h"
#include "request_errors.h"
#include "requests.h"

#include "runtime/cooperative.h"

#include "llvm/Support/raw_ostream.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace tile_simd;
using namespace tile_simd::test;
using llvm::json::Object;
using llvm::json::Value;

namespace {

// Every op but the elementary functions, which mutations put in the place of other unary ops: so many at once
// would take most of the time to compile. Both accesses, two dims and per-row scalars; a condition (22) that
// is needed before and after a reduction. Two dims of one extent: a mutation that mixes them up must be found
// by their names.
constexpr char everyOp[] =
    R"({"format":"tile-simd/ir@1","name":"every_op","dims":{"cols":11,"other":11},"params":[
{"name":"x","kind":"input","access":"row","dtype":"f32","dim":"cols"},
{"name":"weight","kind":"input","access":"column","dtype":"f32","dim":"cols"},
{"name":"s","kind":"input","access":"row","dtype":"f32","dim":"one"},
{"name":"z","kind":"input","access":"row","dtype":"f32","dim":"other"},
{"name":"eps","kind":"scalar","dtype":"f32"},
{"name":"y","kind":"output","access":"row","dtype":"f32","dim":"cols"},
{"name":"w","kind":"output","access":"row","dtype":"f32","dim":"other"},
{"name":"r","kind":"output","access":"row","dtype":"f32","dim":"one"}],"ops":[
{"op":"load","param":"x"},{"op":"load","param":"weight"},{"op":"load","param":"s"},{"op":"load","param":"z"},
{"op":"scalar","param":"eps"},{"op":"const","value":0.5},{"op":"const","value":"Infinity"},
{"op":"add","args":[0,1]},{"op":"sub","args":[7,2]},{"op":"mul","args":[8,4]},{"op":"div","args":[9,5]},
{"op":"min","args":[10,6]},{"op":"max","args":[11,0]},{"op":"neg","args":[12]},{"op":"abs","args":[13]},
{"op":"sqrt","args":[14]},{"op":"rsqrt","args":[14]},{"op":"reciprocal","args":[5]},{"op":"floor","args":[15]},
{"op":"round","args":[0]},{"op":"fma","args":[18,19,5]},{"op":"lt","args":[0,2]},{"op":"le","args":[0,1]},
{"op":"gt","args":[2,4]},{"op":"ge","args":[0,0]},{"op":"eq","args":[1,1]},{"op":"ne","args":[0,4]},
{"op":"and","args":[21,22]},{"op":"or","args":[27,23]},{"op":"not","args":[28]},{"op":"select","args":[29,20,16]},
{"op":"reduce","kind":"sum","args":[30]},{"op":"reduce","kind":"max","args":[0]},
{"op":"reduce","kind":"min","args":[3]},{"op":"reduce","kind":"product","args":[1]},
{"op":"reduce","kind":"mean","args":[14]},{"op":"add","args":[31,32]},{"op":"lt","args":[36,33]},
{"op":"rescue","args":[37]},{"op":"add","args":[36,34]},{"op":"sub","args":[39,35]},{"op":"mul","args":[3,40]},
{"op":"add","args":[30,17]},{"op":"select","args":[22,42,0]},{"op":"and","args":[25,26]},
{"op":"select","args":[44,43,40]},{"op":"store","param":"y","args":[45]},{"op":"store","param":"w","args":[41]},
{"op":"store","param":"r","args":[40]}]})";

std::vector<Value> bases() {
  std::vector<Value> all;
  all.push_back(requestJson({Operator::RmsNorm, 5, false, 4, true, "snapshot"}));
  all.push_back(requestJson({Operator::LayerNormStats, 7, true, 2, true, "registers"}));
  for (bool wholeProgram : {false, true}) {
    Object request = requestJson({Operator::RmsNorm, 1, wholeProgram, 4, !wholeProgram, "snapshot"});
    request["ir"] = cantFail(llvm::json::parse(everyOp));
    all.push_back(Object(request));
    request["ir"] = loopProgramJson(11, 4);
    all.push_back(std::move(request));
  }
  return all;
}

std::string textOf(const Value &value) {
  std::string text;
  llvm::raw_string_ostream(text) << value;
  return text;
}

std::string mutation(const std::vector<Value> &bases, unsigned number) {
  std::mt19937 random(number); // by itself, so that one mutation can be repeated alone
  Value request = bases[random() % bases.size()];
  switch (random() % 4) {
  case 0: return mutateBytes(textOf(request), random);
  case 1: mutateValues(request, random); break;
  default: mutateGently(request, random);
  }
  return textOf(request);
}

constexpr unsigned rows = 5;
constexpr int64_t longestRunnableRow = 3000;

/// The input whose place an output may take: by the names of the programs above, if their rows are as long.
const ParamLayout *inputInPlaceOf(const Kernel &kernel, const ParamLayout &output) {
  for (auto [in, out] : {std::pair("x", "y"), {"z", "w"}, {"s", "r"}})
    for (const ParamLayout &param : kernel.params())
      if (output.name == out && param.name == in && param.kind == ParamKind::Input &&
          param.access == ParamAccess::Row && param.extent == output.extent)
        return &param;
  return nullptr;
}

/// All rows of a cooperative kernel, a task for each chunk, the last one first.
void runTasks(const Kernel &kernel, const LaunchFrame &frame) {
  const Cooperation &cooperation = kernel.cooperation();
  for (uint32_t row = 0; row < frame.record.end; ++row)
    for (uint32_t phase = 0; phase < cooperation.phases.size(); ++phase)
      for (uint64_t chunk = cooperation.chunks; chunk-- > 0;)
        runCooperativeTask(kernel.entry(), frame.arguments, unsigned(kernel.params().size()),
                           {row, phase, chunk, chunk + 1}, frame.record.workspace);
}

/// Runs `rows` rows on memory that ends at inaccessible pages, in place as far as the program allows it if
/// that is asked for; the outputs, or nothing if a row is too long for that.
std::vector<std::vector<float>> run(const Kernel &kernel, bool inPlace = false) {
  std::vector<std::unique_ptr<GuardedPages>> memory;
  LaunchFrame frame = {};
  std::mt19937 random(1);
  for (size_t i = 0; i < kernel.params().size(); ++i) {
    const ParamLayout &param = kernel.params()[i];
    LaunchArgument &argument = frame.arguments[i];
    if (param.kind == ParamKind::Scalar) {
      argument.value = 1.25f;
      continue;
    }
    if (param.extent > longestRunnableRow)
      return {};
    size_t floats = size_t(param.extent) * (param.access == ParamAccess::Row ? rows : 1);
    memory.push_back(std::make_unique<GuardedPages>(floats * sizeof(float)));
    float *data = memory.back()->last(floats);
    for (size_t e = 0; e < floats; ++e)
      data[e] = param.kind == ParamKind::Input ? float(int(random() % 2001) - 1000) / 128 : 0;
    argument.data = data;
    argument.rowStride = param.extent;
  }
  if (uint64_t bytes = kernel.workspaceBytes()) {
    memory.push_back(std::make_unique<GuardedPages>(bytes));
    frame.record.workspace = memory.back()->last(bytes / sizeof(float));
  }
  for (size_t i = 0; i < kernel.params().size(); ++i)
    if (const ParamLayout &param = kernel.params()[i]; inPlace && param.kind == ParamKind::Output)
      if (const ParamLayout *input = inputInPlaceOf(kernel, param))
        frame.arguments[i] = frame.arguments[input - kernel.params().data()];
  frame.record.end = rows;
  if (kernel.cooperation().isCooperative())
    runTasks(kernel, frame);
  else
    kernel.entry()(&frame.record);
  std::vector<std::vector<float>> outputs;
  for (size_t i = 0; i < kernel.params().size(); ++i)
    if (const ParamLayout &param = kernel.params()[i]; param.kind == ParamKind::Output) {
      auto *data = static_cast<const float *>(frame.arguments[i].data);
      outputs.emplace_back(data, data + rows * param.extent);
    }
  return outputs;
}

/// The same program under a plan that shares as little as possible with the one it has. Where the mapping
/// decides the order, mapping and width are what the bits depend on.
std::string withOtherPlan(const std::string &request) {
  Value value = cantFail(llvm::json::parse(request));
  Object &plan = *value.getAsObject()->getObject("plan");
  if (plan.getString("order") != llvm::StringRef("mapping")) {
    bool wholeProgram = plan.getString("mapping") == llvm::StringRef("whole-program");
    plan["mapping"] = wholeProgram ? "packet-local" : "whole-program";
    plan["width"] = plan.getInteger("width") == 4 ? 8 : 4;
    plan["blockWidth"] = 8;
  }
  plan["stores"] = "cached";
  plan["tail"] = "peeled";
  plan["materialize"] = plan.getString("materialize") == llvm::StringRef("reload") ? "snapshot" : "reload";
  for (const char *key : {"fuse", "interleave", "contiguous"})
    plan[key] = true;
  plan["fullPacket"] = !*plan.getBoolean("fullPacket");
  return textOf(value);
}

/// The same program, its rows split over tasks.
std::string withCooperation(const std::string &request) {
  Value value = cantFail(llvm::json::parse(request));
  Object &plan = *value.getAsObject()->getObject("plan");
  plan["mapping"] = "packet-local";
  plan["materialize"] = "reload";
  plan["stores"] = "cached";
  plan["tail"] = "peeled";
  for (const char *key : {"fuse", "interleave", "contiguous", "cooperative"})
    plan[key] = true;
  return textOf(value);
}

bool sameOutputs(const std::vector<std::vector<float>> &a, const std::vector<std::vector<float>> &b) {
  if (a.size() != b.size())
    return false;
  for (size_t i = 0; i < a.size(); ++i)
    for (size_t e = 0; e < a[i].size(); ++e)
      if (a[i].size() != b[i].size() || !sameBits(a[i][e], b[i][e]))
        return false;
  return true;
}

struct Totals {
  unsigned compiled = 0, run = 0, compared = 0, split = 0;
  double slowest = 0;
};

void tryMutation(unsigned number, const std::string &request, Totals &totals) {
  nowRunning("mutation %u", number);
  double before = elapsed();
  Outcome outcome = tryCompile(request);
  totals.slowest = std::max(totals.slowest, elapsed() - before);
  if (!outcome.kernel) {
    bool known = outcome.code == "ERR_INVALID_IR" || outcome.code == "ERR_INVALID_PLAN" ||
                 outcome.code == "ERR_TARGET";
    check(known && !outcome.argument.empty() && !outcome.message.empty(), "mutation %u: %s (%s) '%s'", number,
          outcome.code.c_str(), outcome.argument.c_str(), outcome.message.substr(0, 120).c_str());
    return;
  }
  ++totals.compiled;
  check(outcome.kernel->entry() != nullptr, "mutation %u has no entry", number);
  std::vector<std::vector<float>> outputs = run(*outcome.kernel);
  if (outputs.empty())
    return;
  ++totals.run;
  check(sameOutputs(outputs, run(*outcome.kernel, /*inPlace=*/true)), "mutation %u has other bits in place",
        number);
  if (number % 3 == 1) {
    nowRunning("mutation %u, cooperative", number);
    Outcome split = tryCompile(withCooperation(request));
    if (!split.kernel) {
      check(split.argument == "plan.cooperative", "mutation %u, cooperative: %s (%s) '%s'", number,
            split.code.c_str(), split.argument.c_str(), split.message.c_str());
      return;
    }
    ++totals.split;
    for (bool inPlace : {false, true})
      check(sameOutputs(outputs, run(*split.kernel, inPlace)), "mutation %u has other bits in tasks", number);
  }
  if (number % 3 != 0)
    return;
  nowRunning("mutation %u under another plan", number);
  Outcome other = tryCompile(withOtherPlan(request));
  if (!check(other.kernel != nullptr, "mutation %u under another plan: %s (%s) '%s'", number,
             other.code.c_str(), other.argument.c_str(), other.message.c_str()))
    return;
  ++totals.compared;
  check(sameOutputs(outputs, run(*other.kernel)), "mutation %u has other bits under another plan", number);
}

} // namespace

int main(int argc, char **argv) {
  reportFaults();
  const std::vector<Value> requests = bases();
  Totals totals;
  if (argc == 3 && std::strcmp(argv[1], "--only") == 0) {
    unsigned number = unsigned(std::atoi(argv[2]));
    std::string request = mutation(requests, number);
    std::printf("%s\n", request.c_str());
    tryMutation(number, request, totals);
    return finish();
  }
  for (const Value &request : requests) {
    Outcome outcome = tryCompile(textOf(request));
    check(outcome.kernel != nullptr, "a request that is to be mutated: %s (%s) %s", outcome.code.c_str(),
          outcome.argument.c_str(), outcome.message.c_str());
  }
  const unsigned count = isFull(argc, argv) ? 30000 : 3000;
  for (unsigned number = 0; number < count; ++number)
    tryMutation(number, mutation(requests, number), totals);
  std::printf("%u mutations: %u compiled, %u were run, %u compared with another plan and %u with tasks; "
              "slowest %.2f s, all %.1f s\n",
              count, totals.compiled, totals.run, totals.compared, totals.split, totals.slowest, elapsed());
  check(totals.compiled > count / 10 && totals.compiled < count * 8 / 10, "both outcomes are frequent");
  check(totals.compared > count / 50 && totals.split > count / 100, "results are compared");
  return finish();
}
