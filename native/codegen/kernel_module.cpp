#include "codegen/kernel_module.h"

#include "codegen/body.h"
#include "codegen/cooperative.h"
#include "codegen/streaming.h"
#include "passes/interleave.h"
#include "runtime/launch_record.h"
#include "support/error.h"

#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

namespace tile_simd {
namespace {

using namespace llvm;

class KernelGenerator {
public:
  KernelGenerator(ModuleContext &context, bool exposePacketBody)
      : context_(context), plan_(context.plan), exposePacketBody_(exposePacketBody) {}

  /// Returns the packet body.
  Function *run() {
    Function *rescue = needsRescue() ? emitRescue() : nullptr;
    Function *packet = emitPacket(rescue);
    if (plan_.cooperative)
      emitCooperativeEntry(context_, packet);
    else
      emitEntry(emitBlock(packet));
    return packet;
  }

private:
  bool needsRescue() const {
    if (plan_.doublePrecision)
      return false; // nothing is more precise
    return llvm::any_of(context_.program.ops, [](const ir::Op &op) { return op.code == ir::OpCode::Rescue; });
  }

  /// void (record, program, active_lanes), with what holds for every packet-like function.
  Function *createPacketFunction(const Twine &suffix, bool external = false) {
    auto *type = FunctionType::get(Type::getVoidTy(context_.llvm),
                                   {context_.pointer(), context_.i64(), context_.i32()}, false);
    Function *function = context_.createFunction(
        type, external ? GlobalValue::ExternalLinkage : GlobalValue::InternalLinkage, suffix);
    function->getArg(0)->setName("record");
    function->getArg(1)->setName("program");
    function->getArg(2)->setName("active_lanes");
    // The body only reads the record; whoever calls it may well write it (the entry advances `begin`).
    for (Attribute::AttrKind kind : {Attribute::NoAlias, Attribute::ReadOnly, Attribute::NonNull})
      function->addParamAttr(0, kind);
    function->addParamAttr(0, Attribute::getWithAlignment(context_.llvm, Align(8)));
    function->addParamAttr(0, Attribute::getWithCaptureInfo(context_.llvm, CaptureInfo::none()));
    return function;
  }

  /// `quickly`: to be compiled in little time, at the price of its speed.
  static void makeCold(Function *function, bool quickly) {
    function->addFnAttr(Attribute::Cold);
    function->addFnAttr(Attribute::NoInline);
    if (quickly) {
      function->addFnAttr(Attribute::OptimizeNone);
    } else {
      function->addFnAttr(Attribute::MinSize);
      function->addFnAttr(Attribute::OptimizeForSize);
    }
  }

  Function *emitRescue() {
    Function *function = createPacketFunction(".rescue");
    BodyOptions options{};
    options.width = plan_.width;
    options.materialize = Materialize::Reload;
    options.doublePrecision = true;
    // Beside a whole-program body, which takes long to compile as it is, the rescue is kept small; and where
    // columns come with the launch, because somebody waits for that kernel.
    options.compact = plan_.mapping == Mapping::WholeProgram || context_.program.runTimeColumns;
    makeCold(function, options.compact);
    options.function = function;
    createPacketLocal(context_, options)->emit();
    return function;
  }

  Function *emitPacket(Function *rescue) {
    Function *function = createPacketFunction(packetSuffix, exposePacketBody_);
    BodyOptions options{plan_};
    options.function = function;
    options.rescue = rescue;
    auto emitter = plan_.mapping == Mapping::PacketLocal ? createPacketLocal(context_, options)
                                                         : createWholeProgram(context_, options);
    emitter->emit();
    return function;
  }

  /// Lanes of the `programs` programs that remain. Packet-local gives every program a whole packet.
  uint64_t lanesPerProgram() const { return plan_.mapping == Mapping::PacketLocal ? plan_.width : 1; }

  /// Whether several packets are worth running in one iteration: those with long chains. They share what
  /// private memory they have, and one that keeps values in its output stores before it loads.
  bool standSideBySide() const {
    return !usesPrivateMemory(plan_.materialize) && plan_.materialize != Materialize::Output &&
           llvm::any_of(context_.program.ops, [](const ir::Op &op) { return ir::isElementary(op.code); });
  }

  /// void (record, first program, programs that remain from there on)
  Function *emitBlock(Function *packet) {
    auto *type = FunctionType::get(Type::getVoidTy(context_.llvm),
                                   {context_.pointer(), context_.i64(), context_.i64()}, false);
    Function *block = context_.createFunction(type, GlobalValue::InternalLinkage, ".block");
    Value *record = block->getArg(0), *first = block->getArg(1), *programs = block->getArg(2);
    record->setName("record");
    first->setName("first");
    programs->setName("programs");

    Builder b(BasicBlock::Create(context_.llvm, "entry", block));
    BasicBlock *whole = BasicBlock::Create(context_.llvm, choosesStores() ? "streamed" : "whole", block);
    BasicBlock *partial = BasicBlock::Create(context_.llvm, choosesStores() ? "cached" : "partial", block);
    BasicBlock *some = BasicBlock::Create(context_.llvm, "some", block);
    BasicBlock *rest = BasicBlock::Create(context_.llvm, "rest", block);
    BasicBlock *done = BasicBlock::Create(context_.llvm, "done", block);
    Value *width = b.getInt64(plan_.width);
    Value *lanes = b.CreateMul(programs, b.getInt64(lanesPerProgram()), "lanes");
    Value *full = nullptr;
    if (choosesStores()) {
      lanes = b.CreateBinaryIntrinsic(Intrinsic::umin, lanes, b.getInt64(plan_.blockWidth));
      full = b.CreateUDiv(lanes, width, "full");
      BasicBlock *streams = BasicBlock::Create(context_.llvm, "streams", block, whole);
      b.CreateCondBr(RecordAccess(context_, b, record).isPastCache(), streams, partial);
      b.SetInsertPoint(streams); // by this one condition alone, which the packets in both loops ask again
      b.CreateCondBr(b.CreateICmpNE(full, b.getInt64(0)), whole, rest);
    } else {
      b.CreateCondBr(b.CreateICmpUGE(lanes, b.getInt64(plan_.blockWidth)), whole, partial);
    }

    auto callPacket = [&](Value *index, const char *kind) {
      Value *program = plus(b, first, times(b, index, plan_.programsPerPacket()));
      Value *remaining = b.CreateSub(lanes, b.CreateMul(index, width), "remaining");
      // Deliberately the run-time value on full call sites too: that a packet is full is for the pass to
      // prove.
      Value *active =
          b.CreateTrunc(b.CreateBinaryIntrinsic(Intrinsic::umin, width, remaining), b.getInt32Ty());
      CallInst *call = b.CreateCall(packet, {record, program, active});
      call->addFnAttr(Attribute::get(context_.llvm, packetAttribute, kind));
    };
    auto callFull = [&](Value *count, const char *name) {
      CountedLoop packets(b, count, {}, name);
      callPacket(packets.index(), "full");
      packets.finish({}, standSideBySide() ? independentPackets : nullptr);
    };

    b.SetInsertPoint(whole);
    callFull(full ? full : b.getInt64(plan_.packetsPerBlock()), "packets");
    b.CreateBr(full ? rest : done);

    b.SetInsertPoint(partial);
    if (!full)
      full = b.CreateUDiv(lanes, width, "full");
    b.CreateCondBr(b.CreateICmpNE(full, b.getInt64(0)), some, rest);
    b.SetInsertPoint(some);
    callFull(full, "packets.partial");
    b.CreateBr(rest);

    b.SetInsertPoint(rest);
    if (plan_.mapping == Mapping::WholeProgram) { // packet-local has no tail: every program is a whole packet
      BasicBlock *tail = BasicBlock::Create(context_.llvm, "tail", block, done);
      b.CreateCondBr(b.CreateICmpNE(b.CreateURem(lanes, width), b.getInt64(0)), tail, done);
      b.SetInsertPoint(tail);
      callPacket(full, "tail");
    }
    b.CreateBr(done);
    b.SetInsertPoint(done);
    b.CreateRetVoid();
    return block;
  }

  void emitEntry(Function *block) {
    auto *type = FunctionType::get(Type::getVoidTy(context_.llvm), {context_.pointer()}, false);
    Function *entry = context_.createFunction(type, GlobalValue::ExternalLinkage, "");
    Value *record = entry->getArg(0);
    record->setName("record");
    Builder b(BasicBlock::Create(context_.llvm, "entry", entry));
    BasicBlock *before = b.GetInsertBlock();
    BasicBlock *loop = BasicBlock::Create(context_.llvm, "blocks", entry);
    BasicBlock *done = BasicBlock::Create(context_.llvm, "done", entry);
    auto field = [&](uint64_t offset) { return b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), record, offset); };
    Value *begin =
        b.CreateAlignedLoad(b.getInt64Ty(), field(offsetof(LaunchRecord, begin)), Align(8), "begin");
    Value *end = b.CreateAlignedLoad(b.getInt64Ty(), field(offsetof(LaunchRecord, end)), Align(8), "end");
    Value *toAligned = streams() && context_.program.flat ? programsToAligned(b, record, begin) : nullptr;
    Value *pastCache =
        plan_.stores == Stores::BySize ? RecordAccess(context_, b, record).isPastCache() : nullptr;
    if (toAligned && pastCache)
      toAligned = b.CreateSelect(pastCache, toAligned, b.getInt64(UINT64_MAX));
    b.CreateCondBr(b.CreateICmpULT(begin, end), loop, done);

    b.SetInsertPoint(loop);
    PHINode *first = b.CreatePHI(b.getInt64Ty(), 2, "first");
    first->addIncoming(begin, before);
    PHINode *most = nullptr; // the first block ends where the first aligned packet starts
    if (toAligned) {
      most = b.CreatePHI(b.getInt64Ty(), 2, "most");
      most->addIncoming(toAligned, before);
      most->addIncoming(b.getInt64(UINT64_MAX), loop);
    }
    Value *programs = b.CreateSub(end, first, "programs");
    if (most)
      programs = b.CreateBinaryIntrinsic(Intrinsic::umin, programs, most);
    if (context_.program
            .isGrid()) { // a packet's programs are neighbours: blocks end where a row of them ends
      Value *inner = b.getInt64(uint64_t(context_.program.inner));
      programs =
          b.CreateBinaryIntrinsic(Intrinsic::umin, programs, b.CreateSub(inner, b.CreateURem(first, inner)));
    }
    b.CreateCall(block, {record, first, programs});
    Value *perBlock = b.getInt64(plan_.packetsPerBlock() * plan_.programsPerPacket());
    Value *next = b.CreateAdd(first, b.CreateBinaryIntrinsic(Intrinsic::umin, programs, perBlock), "next");
    b.CreateAlignedStore(next, field(offsetof(LaunchRecord, begin)), Align(8));
    first->addIncoming(next, loop);
    b.CreateCondBr(b.CreateICmpULT(next, end), loop, done);

    b.SetInsertPoint(done);
    if (pastCache) {
      BasicBlock *fence = BasicBlock::Create(context_.llvm, "fence", entry);
      BasicBlock *last = BasicBlock::Create(context_.llvm, "last", entry);
      b.CreateCondBr(pastCache, fence, last);
      b.SetInsertPoint(fence);
      emitStoreFence(b, context_.module);
      b.CreateBr(last);
      b.SetInsertPoint(last);
    } else if (streams()) {
      emitStoreFence(b, context_.module);
    }
    b.CreateRetVoid();
  }

  bool streams() const { return mayStream(plan_.stores); }

  /// Whether the block has a loop over packets for launches that stream and one for the others. Otherwise it
  /// has one for whole blocks and one for what is less, and rows choose for themselves.
  bool choosesStores() const { return plan_.stores == Stores::BySize && context_.program.flat; }

  /// In a kernel for every length: programs from `begin` on before the first whose packet streams aligned
  /// vectors; all of them if `begin` is such a one.
  Value *programsToAligned(Builder &b, Value *record, Value *begin) {
    unsigned output = firstStreamable(context_.program, plan_.width)->param;
    Value *address = RecordAccess(context_, b, record).row(output, begin);
    Value *programs = elementsToAlignment(b, context_, address, output, plan_.width);
    return b.CreateSelect(b.CreateICmpEQ(programs, b.getInt64(0)), b.getInt64(UINT64_MAX), programs);
  }

  ModuleContext &context_;
  const Plan &plan_;
  const bool exposePacketBody_;
};

} // namespace

Expected<KernelModule> generateKernel(LLVMContext &llvm, const ir::Program &program, const Plan &plan,
                                      const TargetMachine &machine, const TargetFacts &target,
                                      bool exposePacketBody) {
  auto module = std::make_unique<Module>(program.name, llvm);
  module->setDataLayout(machine.createDataLayout());
  module->setTargetTriple(machine.getTargetTriple());
  ModuleContext context(*module, program, plan, target);
  Function *packet = KernelGenerator(context, exposePacketBody).run();
  std::string problem;
  raw_string_ostream os(problem);
  if (verifyModule(*module, &os))
    return internalError("the generated module is invalid: " + problem);
  unsigned instructions = packet->getInstructionCount();
  uint64_t snapshot = snapshotBytes(scheduleProgram(program, plan.materialize, plan.fuse), plan);
  return KernelModule{std::move(module), context.workspaceBytes, snapshot, instructions};
}

} // namespace tile_simd
