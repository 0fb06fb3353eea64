#include "codegen/streaming.h"

#include "llvm/ADT/bit.h"
#include "llvm/IR/IntrinsicsAArch64.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/TargetParser/Triple.h"

namespace tile_simd {

using namespace llvm;

static constexpr uint64_t leastStreamedBytes = 16;

bool isStreamable(const ir::Program &program, const ir::Op &op, unsigned width) {
  if (op.code != ir::OpCode::Store || !program.ops[op.args[0]].type.isTile())
    return false;
  const ir::Param &param = program.params[op.param];
  return op.slice.stride == 1 && program.columnPitch(param) == 1 &&
         width * elementBytes(param.dtype) >= leastStreamedBytes;
}

const ir::Op *firstStreamable(const ir::Program &program, unsigned width) {
  for (const ir::Op &op : program.ops)
    if (isStreamable(program, op, width))
      return &op;
  return nullptr;
}

Value *elementsToAlignment(Builder &b, const ModuleContext &context, Value *address, unsigned param,
                           unsigned width) {
  uint64_t element = context.elementAlign(param).value(), vector = width * element;
  Value *bytes = b.CreateAnd(b.CreateNeg(b.CreatePtrToInt(address, b.getInt64Ty())), vector - 1);
  return b.CreateLShr(bytes, uint64_t(countr_zero(element)));
}

Instruction *createStreamingStore(Builder &b, Value *vector, Value *address) {
  auto *type = cast<FixedVectorType>(vector->getType());
  StoreInst *store = b.CreateAlignedStore(vector, address, Align(type->getPrimitiveSizeInBits() / 8));
  store->setMetadata(LLVMContext::MD_nontemporal,
                     MDNode::get(b.getContext(), ConstantAsMetadata::get(b.getInt32(1))));
  return store;
}

void emitStoreFence(Builder &b, const Module &module) {
  if (module.getTargetTriple().isAArch64()) {
    constexpr uint32_t ishst = 10; // stores, inner shareable domain
    b.CreateIntrinsic(b.getVoidTy(), Intrinsic::aarch64_dmb, {b.getInt32(ishst)});
  } else {
    b.CreateIntrinsic(b.getVoidTy(), Intrinsic::x86_sse_sfence, {});
  }
}

} // namespace tile_simd
