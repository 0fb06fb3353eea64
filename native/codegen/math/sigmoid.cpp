// sigmoid(x) = 1 / (1 + e) for x >= 0 and e / (1 + e) below, e = exp(-|x|): nothing overflows, and far left
// the result is e itself, denormals included.
#include "codegen/math/exponential.h"
#include "codegen/math/math.h"

namespace tile_simd::math {

using namespace llvm;

Value *emitSigmoid(MathBuilder &m, Value *x) {
  Value *e = emitExpBelow(m, m.ir.CreateFNeg(m.abs(x)));
  Value *one = m.constant(1);
  Value *numerator = m.ir.CreateSelect(m.ir.CreateFCmpOLT(x, m.constant(0)), e, one);
  return m.ir.CreateFDiv(numerator, m.ir.CreateFAdd(e, one));
}

} // namespace tile_simd::math
