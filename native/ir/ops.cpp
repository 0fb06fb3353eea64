#include "ir/tile_ir.h"

#include "llvm/Support/ErrorHandling.h"

namespace tile_simd::ir {

llvm::StringRef spelling(OpCode code) {
  switch (code) {
  case OpCode::Load: return "load";
  case OpCode::Scalar: return "scalar";
  case OpCode::Const: return "const";
  case OpCode::ColumnIndex: return "columnIndex";
  case OpCode::RowIndex: return "rowIndex";
  case OpCode::InnerIndex: return "innerIndex";
  case OpCode::ToFloat: return "toFloat";
  case OpCode::Add: return "add";
  case OpCode::Sub: return "sub";
  case OpCode::Mul: return "mul";
  case OpCode::Div: return "div";
  case OpCode::Min: return "min";
  case OpCode::Max: return "max";
  case OpCode::Neg: return "neg";
  case OpCode::Abs: return "abs";
  case OpCode::Sqrt: return "sqrt";
  case OpCode::Rsqrt: return "rsqrt";
  case OpCode::Reciprocal: return "reciprocal";
  case OpCode::Floor: return "floor";
  case OpCode::Round: return "round";
  case OpCode::CastF32: return "castF32";
  case OpCode::CastF16: return "castF16";
  case OpCode::CastBf16: return "castBf16";
  case OpCode::Exp: return "exp";
  case OpCode::Exp2: return "exp2";
  case OpCode::Log: return "log";
  case OpCode::Tanh: return "tanh";
  case OpCode::Erf: return "erf";
  case OpCode::Sigmoid: return "sigmoid";
  case OpCode::Sin: return "sin";
  case OpCode::Cos: return "cos";
  case OpCode::Fma: return "fma";
  case OpCode::Lt: return "lt";
  case OpCode::Le: return "le";
  case OpCode::Gt: return "gt";
  case OpCode::Ge: return "ge";
  case OpCode::Eq: return "eq";
  case OpCode::Ne: return "ne";
  case OpCode::And: return "and";
  case OpCode::Or: return "or";
  case OpCode::Not: return "not";
  case OpCode::Select: return "select";
  case OpCode::Reduce: return "reduce";
  case OpCode::Rescue: return "rescue";
  case OpCode::Loop: return "loop";
  case OpCode::TileStart: return "tileStart";
  case OpCode::Carry: return "carry";
  case OpCode::Yield: return "yield";
  case OpCode::Result: return "result";
  case OpCode::Store: return "store";
  }
  llvm_unreachable("op code");
}

unsigned arity(OpCode code) {
  switch (code) {
  case OpCode::Load:
  case OpCode::Scalar:
  case OpCode::Const:
  case OpCode::ColumnIndex:
  case OpCode::RowIndex:
  case OpCode::InnerIndex:
  case OpCode::Loop:
  case OpCode::TileStart:
  case OpCode::Yield: return 0;
  case OpCode::ToFloat:
  case OpCode::Neg:
  case OpCode::Abs:
  case OpCode::Sqrt:
  case OpCode::Rsqrt:
  case OpCode::Reciprocal:
  case OpCode::Floor:
  case OpCode::Round:
  case OpCode::CastF32:
  case OpCode::CastF16:
  case OpCode::CastBf16:
  case OpCode::Exp:
  case OpCode::Exp2:
  case OpCode::Log:
  case OpCode::Tanh:
  case OpCode::Erf:
  case OpCode::Sigmoid:
  case OpCode::Sin:
  case OpCode::Cos:
  case OpCode::Not:
  case OpCode::Reduce:
  case OpCode::Rescue:
  case OpCode::Carry:
  case OpCode::Result:
  case OpCode::Store: return 1;
  case OpCode::Fma:
  case OpCode::Select: return 3;
  default: return 2;
  }
}

bool isNonPositive(const Program &program, unsigned id) {
  const Op &difference = program.ops[id];
  if (difference.code != OpCode::Sub)
    return false;
  const Op &most = program.ops[difference.args[1]];
  return most.code == OpCode::Reduce && most.reduce == ReduceKind::Max && most.args[0] == difference.args[0];
}

bool isElementary(OpCode code) {
  switch (code) {
  case OpCode::Exp:
  case OpCode::Exp2:
  case OpCode::Log:
  case OpCode::Tanh:
  case OpCode::Erf:
  case OpCode::Sigmoid:
  case OpCode::Sin:
  case OpCode::Cos: return true;
  default: return false;
  }
}

bool isElementwise(OpCode code) {
  switch (code) {
  case OpCode::Load:
  case OpCode::Scalar:
  case OpCode::Const:
  case OpCode::ColumnIndex:
  case OpCode::RowIndex:
  case OpCode::InnerIndex:
  case OpCode::Reduce:
  case OpCode::Rescue:
  case OpCode::Loop:
  case OpCode::TileStart:
  case OpCode::Carry:
  case OpCode::Yield:
  case OpCode::Result:
  case OpCode::Store: return false;
  default: return true;
  }
}

} // namespace tile_simd::ir
