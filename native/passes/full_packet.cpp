#include "passes/full_packet.h"

#include "codegen/kernel_module.h"

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
  bool indirect = false;
};

CallSites findCallSites(Function &packet) {
  CallSites sites;
  for (Use &use : packet.uses()) {
    auto *call = dyn_cast<CallInst>(use.getUser());
    if (!call || !call->isCallee(&use)) {
      sites.indirect = true;
      continue;
    }
    if (call->getFnAttr(packetAttribute).getValueAsString() == "full")
      sites.full.push_back(call);
    else
      ++sites.tail;
  }
  // Use lists run backwards; call sites are rewritten in program order so that the IR reads the same every time.
  std::reverse(sites.full.begin(), sites.full.end());
  return sites;
}

bool callsThroughPointer(Function &function) {
  return any_of(instructions(function), [](Instruction &instruction) {
    auto *call = dyn_cast<CallBase>(&instruction);
    return call && call->isIndirectCall();
  });
}

const char *refusal(Module &module, Function &packet, unsigned width, const CallSites &sites) {
  if (width != 2 && width != 4 && width != 8 && width != 16)
    return "width";
  if (packet.arg_size() <= activeLanesArgument || !packet.getArg(activeLanesArgument)->getType()->isIntegerTy(32))
    return "signature";
  if (sites.indirect || callsThroughPointer(packet))
    return "indirect-call";
  if (packet.isPresplitCoroutine())
    return "coroutine";
  if (sites.full.empty())
    return "empty-range";
  if (module.getFunction((packet.getName().drop_back(StringRef(packetSuffix).size()) + fullPacketSuffix).str()))
    return "existing-clone";
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
  clone->setName(packet.getName().drop_back(StringRef(packetSuffix).size()) + fullPacketSuffix);
  clone->setLinkage(GlobalValue::InternalLinkage);
  for (CallInst *call : sites.full)
    redirect(*call, *clone);
  result.applied = true;
  result.clones = 1;
  result.clonedInstructions = clone->getInstructionCount();
  return result;
}

} // namespace tile_simd
