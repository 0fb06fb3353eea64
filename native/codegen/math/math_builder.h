// What the elementary functions are written with: arithmetic on one type (f32 or f64, scalar or vector) with
// the constants of that type.
//
// Everything is branch-free straight-line IR without fast-math flags, so a value's bits depend neither on the
// vector width nor on its neighbours. mulAdd() is the one place where targets differ.
#pragma once

#include "codegen/builder.h"
#include "codegen/module_context.h"

namespace tile_simd::math {

class MathBuilder {
public:
  /// Arithmetic on values of x's type.
  MathBuilder(Builder &builder, ModuleContext &context, const llvm::Value *x);

  Builder &ir;
  ModuleContext &context;
  llvm::Type *const real;    // the floating-point type
  llvm::Type *const integer; // integers of the same shape and size
  const bool isDouble;
  /// Bits of the fraction, 23 or 52: where the exponent begins.
  const unsigned fractionBits;

  /// Chooses a constant by the type.
  double of(double f32, double f64) const { return isDouble ? f64 : f32; }
  llvm::Constant *constant(double value) const { return llvm::ConstantFP::get(real, value); }
  llvm::Constant *bitPattern(uint64_t value) const { return llvm::ConstantInt::get(integer, value); }

  /// x * y + z: rounded once where the target has the instruction, twice elsewhere. Targets with it agree bit
  /// for bit.
  llvm::Value *mulAdd(llvm::Value *x, llvm::Value *y, llvm::Value *z);
  llvm::Value *mulAdd(llvm::Value *x, double y, llvm::Value *z) { return mulAdd(x, constant(y), z); }
  llvm::Value *mulAdd(llvm::Value *x, llvm::Value *y, double z) { return mulAdd(x, y, constant(z)); }
  llvm::Value *mulAdd(llvm::Value *x, double y, double z) { return mulAdd(x, constant(y), constant(z)); }

  /// coefficients[0] + coefficients[1] x + ..., each times `scale`, by Horner's rule.
  llvm::Value *polynomial(llvm::Value *x, llvm::ArrayRef<double> coefficients, double scale = 1);

  /// min and max with a constant; NaN stays NaN.
  llvm::Value *atMost(llvm::Value *x, double limit);
  llvm::Value *atLeast(llvm::Value *x, double limit);
  llvm::Value *abs(llvm::Value *x);
  llvm::Value *withSignOf(llvm::Value *magnitude, llvm::Value *sign);

  /// Whether scale() is there for this type.
  bool hasScale() const;
  /// x * 2^n, n whole, rounded once: one instruction.
  llvm::Value *scale(llvm::Value *x, llvm::Value *n);

  llvm::Value *toBits(llvm::Value *x) { return ir.CreateBitCast(x, integer); }
  llvm::Value *fromBits(llvm::Value *bits) { return ir.CreateBitCast(bits, real); }
  /// Moves an integer to where the exponent stands; what does not fit is lost.
  llvm::Value *toExponent(llvm::Value *bits) { return ir.CreateShl(bits, bitPattern(fractionBits)); }

  /// A whole number n and, by its place in the representation, n + offset as an integer.
  struct Whole {
    llvm::Value *value; // n
    llvm::Value *bits; // its low bits are those of n + offset; at least 9 (f32) or 12 (f64) of them are right
  };
  /// 1.5 * 2^fractionBits + offset: added to x, it rounds x to a whole number (ties to even) in the low bits.
  double rounder(int offset) const { return of(0x1.8p23, 0x1.8p52) + offset; }
  /// Splits what rounder(offset) was added to.
  Whole whole(llvm::Value *withRounder, int offset) {
    return {ir.CreateFSub(withRounder, constant(rounder(offset))), toBits(withRounder)};
  }
};

} // namespace tile_simd::math
