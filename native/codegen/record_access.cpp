#include "codegen/record_access.h"

#include "runtime/launch_record.h"

namespace tile_simd {

using namespace llvm;

static uint64_t slotOffset(unsigned param) { return sizeof(LaunchRecord) + param * sizeof(LaunchArgument); }

Value *RecordAccess::load(Type *type, uint64_t offset, const Twine &name) {
  Value *address = builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), record_, offset);
  LoadInst *value = builder_.CreateAlignedLoad(type, address, Align(type->isFloatTy() ? 4 : 8), name);
  context_.markInvariant(value);
  return value;
}

Value *RecordAccess::row(unsigned param, Value *program) {
  const ir::Param &p = context_.program.params[param];
  Value *data = load(context_.pointer(), slotOffset(param), p.name);
  if (p.access == ParamAccess::Column)
    return data;
  Value *offset = builder_.CreateMul(program, stride(param));
  return builder_.CreateGEP(context_.elementType(param), data, offset, p.name + ".row");
}

Value *RecordAccess::stride(unsigned param) {
  return load(context_.i64(), slotOffset(param) + offsetof(LaunchArgument, rowStride),
              context_.program.params[param].name + ".stride");
}

Value *RecordAccess::scalar(unsigned param) {
  return load(context_.f32(), slotOffset(param), context_.program.params[param].name);
}

Value *RecordAccess::workspace() {
  return load(context_.pointer(), offsetof(LaunchRecord, workspace), "workspace");
}

} // namespace tile_simd
