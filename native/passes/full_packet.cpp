#include "passes/full_packet.h"

#include "codegen/kernel_module.h"

#include "llvm/ADT/SCCIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace tile_simd {
namespace {

using namespace llvm;

constexpr unsigned activeLanesArgument = 2;

struct CallSites {
  SmallVector<CallInst *, 4> full;
  unsigned tail = 0;
  bool indirect = false;   // the body's address is used for something else than calling it
  bool mismatched = false; // a call under another type than the body's
};

CallSites findCallSites(Function &packet) {
  CallSites sites;
  for (Use &use : packet.uses()) {
    auto *call = dyn_cast<CallInst>(use.getUser());
    if (!call || !call->isCallee(&use)) {
      sites.indirect = true;
      continue;
    }
    sites.mismatched |= call->getFunctionType() != packet.getFunctionType();
    // What has no mark is no packet of a launch: a body that runs itself again, say.
    StringRef kind = call->getFnAttr(packetAttribute).getValueAsString();
    if (kind == "full")
      sites.full.push_back(call);
    else if (kind == "tail")
      ++sites.tail;
  }
  // Use lists run backwards; call sites are rewritten in program order so that the IR reads the same every
  // time.
  std::reverse(sites.full.begin(), sites.full.end());
  return sites;
}

bool branchesThroughPointer(Function &function) {
  return any_of(instructions(function), [](Instruction &instruction) {
    auto *call = dyn_cast<CallBase>(&instruction);
    return isa<IndirectBrInst>(instruction) || (call && call->isIndirectCall());
  });
}

/// A coroutine, split or not: LLVM's intrinsics are gone after the split, and the body is a state machine
/// then.
bool isCoroutine(Function &function) {
  return function.isPresplitCoroutine() || any_of(instructions(function), [](Instruction &instruction) {
           auto *call = dyn_cast<CallBase>(&instruction);
           const Function *callee = call ? call->getCalledFunction() : nullptr;
           return callee && callee->getName().starts_with("llvm.coro.");
         });
}

/// Whether control flow goes from state to state: a switch within a cycle, by a value that is made within it.
bool isStateMachine(Function &function) {
  for (auto cycle = scc_begin(&function); !cycle.isAtEnd(); ++cycle) {
    if (!cycle.hasCycle())
      continue;
    for (BasicBlock *block : *cycle) {
      auto *dispatch = dyn_cast<SwitchInst>(block->getTerminator());
      auto *state = dispatch ? dyn_cast<Instruction>(dispatch->getCondition()) : nullptr;
      if (state && is_contained(*cycle, state->getParent()))
        return true;
    }
  }
  return false;
}

bool isPacketBody(const Function &packet) {
  return !packet.isDeclaration() && !packet.isVarArg() && packet.getReturnType()->isVoidTy() &&
         packet.arg_size() > activeLanesArgument &&
         packet.getArg(activeLanesArgument)->getType()->isIntegerTy(32);
}

std::string cloneName(const Function &packet) {
  StringRef kernel = packet.getName();
  kernel.consume_back(packetSuffix);
  return (kernel + fullPacketSuffix).str();
}

const char *refusal(Module &module, Function &packet, unsigned width, const CallSites &sites) {
  if (width != 2 && width != 4 && width != 8 && width != 16)
    return "width";
  if (!isPacketBody(packet) || sites.mismatched)
    return "signature";
  if (sites.indirect || branchesThroughPointer(packet))
    return "indirect-call";
  if (isCoroutine(packet))
    return "coroutine";
  if (isStateMachine(packet))
    return "state-machine";
  if (module.getFunction(cloneName(packet)))
    return "existing-clone";
  if (sites.full.empty())
    return sites.tail == 0 ? "standalone-packet" : "empty-range";
  if (packet.getInstructionCount() > fullPacketInstructionBudget)
    return "instruction-budget";
  return nullptr;
}

void redirect(CallInst &call, Function &clone) {
  SmallVector<Value *, 2> args;
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (i != activeLanesArgument)
      args.push_back(call.getArgOperand(i));
  IRBuilder<> builder(&call);
  CallInst *direct = builder.CreateCall(&clone, args);
  direct->setCallingConv(call.getCallingConv());
  direct->addFnAttr(call.getFnAttr(packetAttribute));
  call.eraseFromParent();
}

} // namespace

Specialization specializeFullPackets(Module &module, Function &packet, unsigned width) {
  Specialization result;
  CallSites sites = findCallSites(packet);
  result.fullCallSites = unsigned(sites.full.size());
  result.tailCallSites = sites.tail;
  if (const char *reason = refusal(module, packet, width, sites)) {
    result.reason = reason;
    return result;
  }
  ValueToValueMapTy map;
  map[packet.getArg(activeLanesArgument)] = ConstantInt::get(Type::getInt32Ty(module.getContext()), width);
  Function *clone = CloneFunction(&packet, map);
  clone->setName(cloneName(packet));
  clone->setLinkage(GlobalValue::InternalLinkage);
  for (CallInst *call : sites.full)
    redirect(*call, *clone);
  result.applied = true;
  result.clones = 1;
  result.clonedInstructions = clone->getInstructionCount();
  return result;
}

} // namespace tile_simd
