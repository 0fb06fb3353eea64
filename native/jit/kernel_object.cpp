#include "jit/kernel_object.h"

#include "codegen/cooperative.h"
#include "codegen/kernel_module.h"
#include "ir/in_place.h"
#include "jit/disassemble.h"
#include "jit/request.h"
#include "jit/stack_frame.h"
#include "passes/pipeline.h"
#include "support/error.h"
#include "target/cpu.h"

#include "llvm/CodeGen/Passes.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/Pass.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Scalar.h"

namespace tile_simd {
namespace {

using namespace llvm;

/// Whether how fast the code is counts for more than how soon it is there. Somebody waits for a kernel that
/// takes its columns with the launch, and soon another takes its place.
bool isForSpeed(const Request &request) {
  return request.plan.mapping == Mapping::PacketLocal && !request.program.runTimeColumns;
}

// A packet-local body runs one row, and a short row pays more for a call and for reading the launch record
// again than the copies (at most three) cost in size: measured on RMSNorm 17x65 and 64x256. A whole-program
// body runs W rows, so its call is nothing; LLVM's own default then keeps compilation short.
int inlineThreshold(const Request &request) { return isForSpeed(request) ? 1200 : 225; }

/// Packets that stand side by side where they are short. Four take a few values to the stack in the longest
/// bodies, and are faster than two all the same: GELU by a tenth with 16 registers, by a fifteenth with 32.
constexpr unsigned packetsSideBySide = 4;

std::string printModule(const Module &module) {
  std::string text;
  raw_string_ostream os(text);
  module.print(os, nullptr);
  return text;
}

/// LLVM's list of passes from IR to an object, without some of them.
class PassesWithout final : public legacy::PassManagerBase {
public:
  explicit PassesWithout(ArrayRef<AnalysisID> unwanted) : unwanted_(unwanted) {}
  void add(Pass *pass) override {
    if (is_contained(unwanted_, pass->getPassID()))
      delete pass; // what was handed over may vanish: the interface says so
    else
      passes_.add(pass);
  }
  void run(Module &module) { passes_.run(module); }

private:
  const SmallVector<AnalysisID, 4> unwanted_;
  legacy::PassManager passes_;
};

// Loop strength reduction weighs every way to compute a loop's addresses against every other. A whole-program
// loop has an address for each row, which the generator lays out for the addressing modes already, and the
// pass took a fifth of the compilation without a gain. The scheduler and the elimination of common machine
// code keep whole-program bodies from spilling; the kernel that takes its columns with the launch does
// without.
SmallVector<AnalysisID, 4> passesToSkip(const Request &request) {
  if (isForSpeed(request))
    return {};
  std::unique_ptr<Pass> reduction(createLoopStrengthReducePass()); // made for its id, which no header names
  SmallVector<AnalysisID, 4> skipped{reduction->getPassID()};
  if (request.program.runTimeColumns)
    skipped.append({&MachineSchedulerID, &MachineCSELegacyID});
  return skipped;
}

Expected<std::string> emitObject(Module &module, TargetMachine &machine, ArrayRef<AnalysisID> without) {
  SmallVector<char, 0> bytes;
  raw_svector_ostream os(bytes);
  PassesWithout passes(without);
  if (machine.addPassesToEmitFile(passes, os, nullptr, CodeGenFileType::ObjectFile))
    return internalError("the target emits no objects");
  passes.run(module);
  return std::string(bytes.begin(), bytes.end());
}

Specialization specialize([[maybe_unused]] Module &module, [[maybe_unused]] const Request &request) {
  Specialization result;
#ifdef TILE_SIMD_WITHOUT_FULL_PACKET
  result.reason = "not-built";
#else
  if (!request.program.isGrid() && !request.plan.cooperative)
    return specializeFullPackets(module, *module.getFunction(request.program.name + packetSuffix),
                                 request.plan.width);
  result.reason = request.plan.cooperative ? "cooperative" : "grid";
#endif
  return result;
}

std::vector<ParamLayout> layoutsOf(const ir::Program &program) {
  std::vector<ParamLayout> params;
  params.reserve(program.params.size());
  for (const ir::Param &param : program.params)
    params.push_back({param.name, param.kind, param.access, param.by,
                      program.dims[param.dim].extent * program.columnPitch(param),
                      program.runTimeColumns && param.kind != ParamKind::Scalar && param.dim != 0,
                      param.dtype, 0});
  for (size_t p = 0; p < params.size(); ++p)
    if (params[p].kind == ParamKind::Output)
      params[p].inPlace = inPlaceInputs(program, unsigned(p));
  return params;
}

TargetFacts factsOf(const TargetDescription &target) {
  const std::vector<std::string> &features = target.features;
  auto has = [&](const char *feature) { return is_contained(features, feature); };
  bool isNeon = target.triple.isAArch64(); // its baseline has what x86 has features for
  TargetFacts facts;
  facts.vectorRegisters = vectorRegisters(features);
  facts.hasFma = isNeon || has("fma");
  facts.hasF16 = isNeon || has("f16c");
  facts.hasExtremes = isNeon;
  facts.hasRange = has("avx512dq") && has("avx512vl");
  facts.hasScale = has("avx512vl");
  facts.cpu = target.cpu;
  facts.features = features;
  return facts;
}

json::Object cooperationJson(const Cooperation &cooperation) {
  json::Array phases;
  for (PhaseTasks tasks : cooperation.phases)
    phases.push_back(json::Object{{"tasks", tasks == PhaseTasks::Chunks ? "chunks" : "one"}});
  return json::Object{{"chunks", int64_t(cooperation.chunks)}, {"phases", std::move(phases)}};
}

} // namespace

void PhaseClock::finish(const char *phase) {
  auto now = std::chrono::steady_clock::now();
  int64_t elapsed = std::chrono::duration_cast<std::chrono::microseconds>(now - last_).count();
  phases_[phase] = elapsed;
  total_ += elapsed;
  last_ = now;
}

Expected<std::string> KernelObject::assembly() const {
  auto machine = createTargetMachine(target);
  if (!machine)
    return machine.takeError();
  return disassembleObject(MemoryBufferRef(object, name), **machine);
}

std::string KernelObject::infoJson() const {
  json::Object special{{"applied", specialization.applied},
                       {"clones", specialization.clones},
                       {"clonedInstructions", specialization.clonedInstructions},
                       {"fullCallSites", specialization.fullCallSites},
                       {"tailCallSites", specialization.tailCallSites}};
  if (!specialization.reason.empty())
    special["reason"] = specialization.reason;
  json::Object info{{"entry", name},
                    {"architecture", target.architecture()},
                    {"packet", name + packetSuffix},
                    {"specialization", std::move(special)},
                    {"workspaceBytes", int64_t(workspaceBytes)},
                    {"snapshotBytes", int64_t(snapshotBytes)},
                    {"bodyInstructions", bodyInstructions},
                    {"frames", json::Value(json::Object(frames))},
                    {"objectBytes", int64_t(object.size())},
                    {"compileMicroseconds", clock.total()},
                    {"phaseMicroseconds", json::Value(json::Object(clock.phases()))}};
  if (cooperation.isCooperative())
    info["cooperative"] = cooperationJson(cooperation);
  std::string text;
  raw_string_ostream(text) << json::Value(std::move(info));
  return text;
}

KernelObject describeKernel(const Request &request) {
  KernelObject kernel;
  kernel.name = request.program.name;
  kernel.target = request.target;
  kernel.params = layoutsOf(request.program);
  kernel.programsPerRow = uint64_t(std::max<int64_t>(1, request.program.inner));
  kernel.runTimeColumns = request.program.runTimeColumns;
  if (request.plan.cooperative)
    kernel.cooperation = cooperationOf(request.program, request.plan);
  return kernel;
}

Expected<KernelObject> emitKernel(const Request &request, const CompileOptions &options) {
  KernelObject kernel = describeKernel(request);
  PhaseClock &clock = kernel.clock;
  auto machine = createTargetMachine(request.target);
  if (!machine)
    return machine.takeError();
  LLVMContext context;
  auto handler = std::make_unique<StackFrames>();
  StackFrames &frames = *handler;
  context.setDiagnosticHandler(std::move(handler));
  const TargetFacts facts = factsOf(request.target);
  auto generated =
      generateKernel(context, request.program, request.plan, **machine, facts, options.exposePacketBody);
  if (!generated)
    return generated.takeError();
  Module &module = *generated->module;
  kernel.workspaceBytes = generated->workspaceBytes;
  kernel.snapshotBytes = generated->snapshotBytes;
  kernel.bodyInstructions = generated->bodyInstructions;

  if (request.plan.fullPacket)
    kernel.specialization = specialize(module, request);
  clock.finish("generate");
  if (options.texts)
    options.texts->llvm = printModule(module);
  optimizeModule(module, **machine, inlineThreshold(request), packetsSideBySide);
  clock.finish("optimize");
  if (options.texts)
    options.texts->optimized = printModule(module);
  auto object = emitObject(module, **machine, passesToSkip(request));
  if (!object)
    return object.takeError();
  kernel.object = std::move(*object);
  kernel.frames = frames.toJson();
  clock.finish("emit");
  return kernel;
}

} // namespace tile_simd
