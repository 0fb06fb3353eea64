#include "jit/kernel.h"

#include "codegen/cooperative.h"
#include "codegen/kernel_module.h"
#include "ir/in_place.h"
#include "ir/tile_ir.h"
#include "jit/disassemble.h"
#include "jit/engine.h"
#include "jit/stack_frame.h"
#include "passes/full_packet.h"
#include "passes/pipeline.h"
#include "support/error.h"
#include "target/cpu.h"
#include "target/target_machine.h"

#include "llvm/IR/LegacyPassManager.h"
#include "llvm/Pass.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Scalar.h"

#include <chrono>

namespace tile_simd {
namespace {

using namespace llvm;

// llvm::json reads recursively; a request nested deeper than any real one would otherwise exhaust the stack.
constexpr unsigned maxJsonDepth = 32;

Error checkDepth(StringRef json) {
  unsigned depth = 0;
  bool inString = false;
  for (size_t i = 0; i < json.size(); ++i) {
    char c = json[i];
    if (inString) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        inString = false;
    } else if (c == '"') {
      inString = true;
    } else if (c == '[' || c == '{') {
      if (++depth > maxJsonDepth)
        return invalidIr("request", "nested deeper than " + Twine(maxJsonDepth) + " levels");
    } else if (c == ']' || c == '}') {
      depth -= depth > 0;
    }
  }
  return Error::success();
}

struct Request {
  ir::Program program;
  Plan plan;
  std::vector<std::string> features;
};

Expected<Request> decodeRequest(StringRef text) {
  if (Error e = checkDepth(text))
    return e;
  Expected<json::Value> parsed = json::parse(text);
  if (!parsed)
    return invalidIr("request", "not JSON: " + toString(parsed.takeError()));
  const json::Object *object = parsed->getAsObject();
  if (!object || !object->get("ir"))
    return invalidIr("request", "expected an object with ir, plan and target");
  Expected<ir::Program> program = ir::decodeProgram(*object->get("ir"));
  if (!program)
    return program.takeError();
  Expected<Plan> plan = decodePlan(object->get("plan"));
  if (!plan)
    return plan.takeError();
  if (Error e = checkPlan(*plan, *program))
    return e;
  const json::Object *target = object->getObject("target");
  std::optional<StringRef> level = target ? target->getString("features") : std::nullopt;
  if (!level)
    return invalidTarget("target.features", "expected \"native\" or a named level");
  Expected<std::vector<std::string>> features = featuresOf(level->str());
  if (!features)
    return features.takeError();
  if (Error e = requireHostFeatures(*features))
    return e;
  return Request{std::move(*program), *plan, std::move(*features)};
}

// A packet-local body runs one row, and a short row pays more for a call and for reading the launch record
// again than the copies (at most three) cost in size: measured on RMSNorm 17x65 and 64x256. A whole-program
// body runs W rows, so its call is nothing; LLVM's own default then keeps compilation short.
int inlineThreshold(const Plan &plan) { return plan.mapping == Mapping::PacketLocal ? 1200 : 225; }

std::string printModule(const Module &module) {
  std::string text;
  raw_string_ostream os(text);
  module.print(os, nullptr);
  return text;
}

/// LLVM's list of passes from IR to an object, without one of them.
class PassesWithout final : public legacy::PassManagerBase {
public:
  /// `unwanted`: null for none.
  explicit PassesWithout(AnalysisID unwanted) : unwanted_(unwanted) {}
  void add(Pass *pass) override {
    if (pass->getPassID() == unwanted_)
      delete pass; // what was handed over may vanish: the interface says so
    else
      passes_.add(pass);
  }
  void run(Module &module) { passes_.run(module); }

private:
  AnalysisID unwanted_;
  legacy::PassManager passes_;
};

// Loop strength reduction weighs every way to compute a loop's addresses against every other. A whole-program
// loop has an address for each row, which the generator lays out for the addressing modes already, and the
// pass took a fifth of the compilation without a gain.
bool wantsStrengthReduction(const Plan &plan) { return plan.mapping == Mapping::PacketLocal; }

Expected<std::string> emitObject(Module &module, TargetMachine &machine, bool strengthReduction) {
  SmallVector<char, 0> bytes;
  raw_svector_ostream os(bytes);
  std::unique_ptr<Pass> reduction(createLoopStrengthReducePass()); // made for its id, which no header names
  PassesWithout passes(strengthReduction ? nullptr : reduction->getPassID());
  if (machine.addPassesToEmitFile(passes, os, nullptr, CodeGenFileType::ObjectFile))
    return internalError("the target emits no objects");
  passes.run(module);
  return std::string(bytes.begin(), bytes.end());
}

/// Microseconds that each part of a compilation took.
class PhaseClock {
public:
  void finish(const char *phase) {
    auto now = std::chrono::steady_clock::now();
    int64_t elapsed = std::chrono::duration_cast<std::chrono::microseconds>(now - last_).count();
    phases_[phase] = elapsed;
    total_ += elapsed;
    last_ = now;
  }
  json::Object take() { return std::move(phases_); }
  int64_t total() const { return total_; }

private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
  json::Object phases_;
  int64_t total_ = 0;
};

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

class CompiledKernel final : public Kernel {
public:
  static Expected<std::shared_ptr<Kernel>> create(Request request, const CompileOptions &options) {
    auto kernel = std::make_shared<CompiledKernel>();
    if (Error e = kernel->compile(request, options))
      return e;
    return kernel;
  }

  KernelEntry entry() const override { return entry_; }
  Expected<uint64_t> lookup(StringRef symbol) const override { return linked_->lookup(symbol); }
  const std::vector<ParamLayout> &params() const override { return params_; }
  uint64_t workspaceBytes() const override { return workspaceBytes_; }
  uint64_t programsPerRow() const override { return programsPerRow_; }
  const Cooperation &cooperation() const override { return cooperation_; }
  const KernelArtifacts &artifacts() const override { return artifacts_; }
  const Specialization &specialization() const override { return specialization_; }

  Expected<std::string> assembly() const override {
    auto machine = createTargetMachine(features_);
    if (!machine)
      return machine.takeError();
    return disassembleObject(MemoryBufferRef(artifacts_.object, name_), **machine);
  }

  std::string infoJson() const override {
    json::Object specialization{{"applied", specialization_.applied},
                                {"clones", specialization_.clones},
                                {"clonedInstructions", specialization_.clonedInstructions},
                                {"fullCallSites", specialization_.fullCallSites},
                                {"tailCallSites", specialization_.tailCallSites}};
    if (!specialization_.reason.empty())
      specialization["reason"] = specialization_.reason;
    json::Object info{{"entry", name_},
                      {"architecture", architecture_},
                      {"packet", name_ + packetSuffix},
                      {"specialization", std::move(specialization)},
                      {"workspaceBytes", int64_t(workspaceBytes_)},
                      {"snapshotBytes", int64_t(snapshotBytes_)},
                      {"bodyInstructions", bodyInstructions_},
                      {"frames", json::Value(json::Object(frames_))},
                      {"objectBytes", int64_t(artifacts_.object.size())},
                      {"compileMicroseconds", compileMicroseconds_},
                      {"phaseMicroseconds", json::Value(json::Object(phases_))}};
    if (cooperation_.isCooperative())
      info["cooperative"] = cooperationJson();
    std::string text;
    raw_string_ostream(text) << json::Value(std::move(info));
    return text;
  }

private:
  json::Object cooperationJson() const {
    json::Array phases;
    for (PhaseTasks tasks : cooperation_.phases)
      phases.push_back(json::Object{{"tasks", tasks == PhaseTasks::Chunks ? "chunks" : "one"}});
    return json::Object{{"chunks", int64_t(cooperation_.chunks)}, {"phases", std::move(phases)}};
  }

  Error compile(Request &request, const CompileOptions &options) {
    PhaseClock clock;
    name_ = request.program.name;
    features_ = request.features;
    for (const ir::Param &param : request.program.params)
      params_.push_back({param.name, param.kind, param.access, param.by,
                         request.program.dims[param.dim].extent * request.program.columnPitch(param),
                         param.dtype, 0});
    for (size_t p = 0; p < params_.size(); ++p)
      if (params_[p].kind == ParamKind::Output)
        params_[p].inPlace = inPlaceInputs(request.program, unsigned(p));
    programsPerRow_ = uint64_t(std::max<int64_t>(1, request.program.inner));

    if (request.plan.cooperative)
      cooperation_ = cooperationOf(request.program);

    auto machine = createTargetMachine(features_);
    if (!machine)
      return machine.takeError();
    architecture_ = (*machine)->getTargetTriple().isAArch64() ? "aarch64" : "x86-64";
    LLVMContext context;
    auto handler = std::make_unique<StackFrames>();
    StackFrames &frames = *handler;
    context.setDiagnosticHandler(std::move(handler));
    bool isNeon = is_contained(features_, "neon");
    TargetFacts target{vectorRegisters(features_), isNeon || is_contained(features_, "fma"),
                       isNeon || is_contained(features_, "f16c"), features_};
    auto generated =
        generateKernel(context, request.program, request.plan, **machine, target, options.exposePacketBody);
    if (!generated)
      return generated.takeError();
    Module &module = *generated->module;
    workspaceBytes_ = generated->workspaceBytes;
    snapshotBytes_ = generated->snapshotBytes;
    bodyInstructions_ = generated->bodyInstructions;

    if (request.plan.fullPacket)
      specialization_ = specialize(module, request);
    clock.finish("generate");
    artifacts_.llvm = printModule(module);
    clock.finish("print");
    optimizeModule(module, **machine, inlineThreshold(request.plan));
    clock.finish("optimize");
    artifacts_.optimized = printModule(module);
    auto object = emitObject(module, **machine, wantsStrengthReduction(request.plan));
    if (!object)
      return object.takeError();
    artifacts_.object = std::move(*object);
    frames_ = frames.toJson();
    clock.finish("emit");

    auto linked = linkObject(MemoryBufferRef(artifacts_.object, name_));
    if (!linked)
      return linked.takeError();
    linked_ = std::move(*linked);
    auto address = linked_->lookup(name_);
    if (!address)
      return address.takeError();
    entry_ = reinterpret_cast<KernelEntry>(*address);
    clock.finish("link");
    compileMicroseconds_ = clock.total();
    phases_ = clock.take();
    return Error::success();
  }

  std::string name_;
  const char *architecture_ = "";
  std::vector<std::string> features_;
  std::vector<ParamLayout> params_;
  KernelArtifacts artifacts_;
  Specialization specialization_;
  std::unique_ptr<LinkedObject> linked_;
  KernelEntry entry_ = nullptr;
  uint64_t workspaceBytes_ = 0, snapshotBytes_ = 0;
  uint64_t programsPerRow_ = 1;
  Cooperation cooperation_;
  unsigned bodyInstructions_ = 0;
  int64_t compileMicroseconds_ = 0;
  json::Object phases_, frames_;
};

} // namespace

Expected<std::shared_ptr<Kernel>> compileKernel(StringRef requestJson, const CompileOptions &options) {
  Expected<Request> request = decodeRequest(requestJson);
  if (!request)
    return request.takeError();
  return CompiledKernel::create(std::move(*request), options);
}

} // namespace tile_simd
