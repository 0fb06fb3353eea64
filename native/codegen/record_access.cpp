#include "codegen/record_access.h"

#include "runtime/launch_record.h"

namespace tile_simd {

using namespace llvm;

static uint64_t slotOffset(unsigned param) { return sizeof(LaunchRecord) + param * sizeof(LaunchArgument); }

LoadInst *RecordAccess::loadMutable(Type *type, uint64_t offset, const Twine &name) {
  Value *address = builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), record_, offset);
  return builder_.CreateAlignedLoad(type, address, Align(type->isFloatTy() || type->isIntegerTy(32) ? 4 : 8),
                                    name);
}

Value *RecordAccess::load(Type *type, uint64_t offset, const Twine &name) {
  LoadInst *value = loadMutable(type, offset, name);
  context_.markInvariant(value);
  return value;
}

Value *RecordAccess::data(unsigned param) {
  return load(context_.pointer(), slotOffset(param), context_.program.params[param].name);
}

Value *RecordAccess::rowNumber(unsigned param, Value *program) {
  const ir::Param &p = context_.program.params[param];
  switch (p.access) {
  case ParamAccess::Row: return outerIndex(program);
  case ParamAccess::Column: return builder_.getInt64(0);
  case ParamAccess::Group:
    return builder_.CreateUDiv(program, builder_.CreateZExt(scalar(p.by), builder_.getInt64Ty()));
  case ParamAccess::Gather: break;
  }
  LoadInst *number = builder_.CreateAlignedLoad(builder_.getInt32Ty(), row(p.by, program), Align(4));
  context_.markBufferAccess(number);
  return builder_.CreateSExt(number, builder_.getInt64Ty(), p.name + ".number");
}

Value *RecordAccess::row(unsigned param, Value *program) {
  const ir::Param &p = context_.program.params[param];
  Value *first = data(param);
  if (p.access == ParamAccess::Column)
    return first;
  Value *offset = program; // flat: neighbouring elements
  if (!context_.program.flat)
    offset = builder_.CreateMul(rowNumber(param, program), stride(param));
  if (context_.program.isGrid())
    offset = builder_.CreateAdd(offset, innerIndex(program));
  return builder_.CreateGEP(context_.elementType(param), first, offset, p.name + ".row");
}

Value *RecordAccess::outerIndex(Value *program) {
  const int64_t inner = context_.program.inner;
  return inner > 1 ? builder_.CreateUDiv(program, builder_.getInt64(uint64_t(inner))) : program;
}

Value *RecordAccess::innerIndex(Value *program) {
  return builder_.CreateURem(program, builder_.getInt64(uint64_t(context_.program.inner)));
}

Value *RecordAccess::stride(unsigned param) {
  return load(context_.i64(), slotOffset(param) + offsetof(LaunchArgument, rowStride),
              context_.program.params[param].name + ".stride");
}

Value *RecordAccess::scalar(unsigned param) {
  return load(context_.elementType(param), slotOffset(param), context_.program.params[param].name);
}

Value *RecordAccess::workspace() {
  return load(context_.pointer(), offsetof(LaunchRecord, workspace), "workspace");
}

Value *RecordAccess::columns() {
  Value *number = load(context_.i32(), slotOffset(unsigned(context_.program.params.size())), "columns");
  return builder_.CreateZExt(number, context_.i64());
}

Value *RecordAccess::phase() { return load(context_.i32(), offsetof(LaunchRecord, phase), "phase"); }

Value *RecordAccess::isPastCache() {
  return builder_.CreateICmpNE(phase(), builder_.getInt32(cachedPhase), "past_cache");
}

Value *RecordAccess::cooperativeRow() {
  return builder_.CreateZExt(load(context_.i32(), offsetof(LaunchRecord, row), "row"), context_.i64());
}

std::pair<Value *, Value *> RecordAccess::chunks() {
  return {loadMutable(context_.i64(), offsetof(LaunchRecord, begin), "begin"),
          loadMutable(context_.i64(), offsetof(LaunchRecord, end), "end")};
}

} // namespace tile_simd
