// Type inference and the rules of Tile IR. TypeScript verifies too; this one stands guard for whatever
// arrives.
#include "ir/tile_ir.h"
#include "support/error.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

#include <numeric>

namespace tile_simd::ir {
namespace {

using llvm::Twine;

class Verifier {
public:
  explicit Verifier(Program &program) : program_(program), used_(program.params.size(), 0) {}

  llvm::Error run() {
    for (unsigned p = 0; p < program_.params.size(); ++p)
      if (llvm::Error e = checkIndirection(program_.params[p], ("ir.params[" + Twine(p) + "].by").str()))
        return e;
    for (unsigned id = 0; id < program_.ops.size(); ++id)
      if (llvm::Error e = check(program_.ops[id], ("ir.ops[" + Twine(id) + "]").str()))
        return e;
    for (unsigned p = 0; p < used_.size(); ++p) {
      if (used_[p])
        continue;
      const Param &param = program_.params[p];
      return invalidIr("ir.params[" + Twine(p) + "]",
                       "'" + param.name + "' is never " +
                           (param.kind == ParamKind::Output ? "stored" : "used"));
    }
    if (!stores_)
      return invalidIr("ir.ops", "the program stores nothing");
    if (program_.flat)
      return checkFlat();
    return program_.runTimeColumns ? checkRunTimeColumns() : llvm::Error::success();
  }

private:
  const Type &typeOf(const Op &op, unsigned i) const { return program_.ops[op.args[i]].type; }

  llvm::Error checkIndirection(const Param &param, const std::string &where) {
    if (param.access != ParamAccess::Group && param.access != ParamAccess::Gather)
      return llvm::Error::success();
    if (program_.isGrid())
      return invalidIr(where, "group and gather cannot stand in a grid");
    const Param &by = program_.params[param.by];
    bool isIndex = by.dtype == DType::I32;
    used_[param.by] = 1;
    if (param.access == ParamAccess::Group)
      return isIndex && by.kind == ParamKind::Scalar ? llvm::Error::success()
                                                     : invalidIr(where, "expected an i32 scalar");
    bool fits = isIndex && by.kind == ParamKind::Input && by.dim == 0 &&
                (by.access == ParamAccess::Row || by.access == ParamAccess::Group);
    return fits ? llvm::Error::success()
                : invalidIr(where, "expected an i32 input of dim one, indexed by row or group");
  }

  /// Elements stand side by side, so everything must be elementwise and of the one dim.
  llvm::Error checkFlat() const {
    if (program_.runTimeColumns)
      return invalidIr("ir.runTimeColumns", "a flat program has no columns");
    for (const Param &param : program_.params)
      if (param.kind != ParamKind::Scalar && (param.access != ParamAccess::Row || param.dim == 0))
        return invalidIr("ir.flat", "'" + param.name + "' is not a row of elements");
    for (const Op &op : program_.ops)
      if (op.code == OpCode::Reduce || op.code == OpCode::Rescue || op.code == OpCode::ColumnIndex ||
          op.code == OpCode::RowIndex || op.code == OpCode::InnerIndex || op.isSliced)
        return invalidIr("ir.flat", "'" + spelling(op.code) + "' is not elementwise");
    bool oneDim = program_.dims.size() == 2 && program_.dims[1].extent == 1 && !program_.isGrid();
    return oneDim ? llvm::Error::success() : invalidIr("ir.flat", "expected one dim of extent 1");
  }

  /// Whether a part of a row lies within it would depend on the launch.
  llvm::Error checkRunTimeColumns() const {
    for (const Op &op : program_.ops)
      if (op.isSliced)
        return invalidIr("ir.runTimeColumns", "rows are taken whole");
    bool oneDim = program_.dims.size() == 2 && program_.dims[1].extent == 1 && !program_.isGrid();
    return oneDim ? llvm::Error::success() : invalidIr("ir.runTimeColumns", "expected one dim of extent 1");
  }

  /// A part of a row must lie within the row.
  llvm::Error checkSlice(const Op &op, int64_t extent, const std::string &where) const {
    if (!op.isSliced)
      return llvm::Error::success();
    if (op.type.dim == 0)
      return invalidIr(where + ".slice.dim", "expected a dim of tiles");
    int64_t row = program_.dims[program_.params[op.param].dim].extent;
    return op.slice.offset + (extent - 1) * op.slice.stride < row
               ? llvm::Error::success()
               : invalidIr(where + ".slice", "ends outside of the row's " + Twine(row) + " elements");
  }

  llvm::Error expectParam(const Op &op, ParamKind kind, const std::string &where) const {
    if (program_.params[op.param].kind != kind)
      return invalidIr(where + ".param", "'" + program_.params[op.param].name + "' cannot stand here");
    return llvm::Error::success();
  }

  llvm::Error check(Op &op, const std::string &where) {
    for (unsigned i = 0; i < op.args.size(); ++i)
      if (typeOf(op, i).shape == Type::None)
        return invalidIr(where + ".args[" + Twine(i) + "]", "names an op without a value");
    switch (op.code) {
    case OpCode::Load: return checkLoad(op, where);
    case OpCode::Scalar:
      if (llvm::Error e = expectParam(op, ParamKind::Scalar, where))
        return e;
      used_[op.param] = 1;
      op.type.shape = Type::Scalar;
      op.type.element = elementOf(op);
      return llvm::Error::success();
    case OpCode::Const: op.type.shape = Type::Scalar; return llvm::Error::success();
    case OpCode::ColumnIndex:
      op.type.shape = Type::Tile;
      op.type.element = Type::Index;
      return llvm::Error::success();
    case OpCode::InnerIndex:
      if (!program_.isGrid())
        return invalidIr(where + ".op", "innerIndex needs a grid");
      [[fallthrough]];
    case OpCode::RowIndex:
      op.type.shape = Type::Scalar;
      op.type.element = Type::Index;
      return llvm::Error::success();
    case OpCode::Reduce:
      if (!typeOf(op, 0).isTile() || !typeOf(op, 0).isNumber())
        return invalidIr(where + ".args[0]", "a reduction takes a tile of numbers");
      op.type.shape = Type::Scalar;
      return llvm::Error::success();
    case OpCode::Rescue: return checkRescue(op, where);
    case OpCode::Store: return checkStore(op, where);
    default: return checkElementwise(op, where);
    }
  }

  llvm::Error checkLoad(Op &op, const std::string &where) {
    if (llvm::Error e = expectParam(op, ParamKind::Input, where))
      return e;
    used_[op.param] = 1;
    for (const Op &other : llvm::ArrayRef(program_.ops).take_front(&op - program_.ops.data()))
      if (other.code == OpCode::Load && other.param == op.param && other.type.dim == op.type.dim &&
          other.slice == op.slice)
        return invalidIr(where + ".param", "'" + program_.params[op.param].name + "' is loaded twice");
    op.type.shape = op.type.dim == 0 ? Type::Scalar : Type::Tile;
    op.type.element = elementOf(op);
    return checkSlice(op, op.type.extent, where);
  }

  /// What a parameter's values are computed with.
  Type::Element elementOf(const Op &op) const {
    return program_.params[op.param].dtype == DType::I32 ? Type::Index : Type::Number;
  }

  llvm::Error checkRescue(Op &op, const std::string &where) {
    if (rescued_)
      return invalidIr(where, "a program has at most one rescue");
    if (stores_)
      return invalidIr(where, "the rescue must come before every store");
    if (!typeOf(op, 0).isScalar() || !typeOf(op, 0).isCondition())
      return invalidIr(where + ".args[0]", "the rescue takes a condition that is one value per row");
    rescued_ = true;
    return llvm::Error::success();
  }

  llvm::Error checkStore(Op &op, const std::string &where) {
    if (llvm::Error e = expectParam(op, ParamKind::Output, where))
      return e;
    const Param &param = program_.params[op.param];
    used_[op.param] = 1;
    const Type &value = typeOf(op, 0);
    bool shapeFits = op.type.dim == 0 ? value.isScalar() : value.isTile() && value.dim == op.type.dim;
    if (!value.isNumber() || !shapeFits)
      return invalidIr(where + ".args[0]", "the value does not have the shape of '" + param.name + "'");
    if (llvm::Error e = checkSlice(op, value.extent, where))
      return e;
    for (const Op &other : llvm::ArrayRef(program_.ops).take_front(&op - program_.ops.data()))
      if (other.code == OpCode::Store && other.param == op.param && meet(op, other))
        return invalidIr(where + ".param", "'" + param.name + "' is stored twice");
    ++stores_;
    return llvm::Error::success();
  }

  /// Whether two stores to one output share an element.
  bool meet(const Op &a, const Op &b) const {
    const int64_t step = a.slice.stride, grid = b.slice.stride;
    int64_t distance = a.slice.offset - b.slice.offset, left = typeOf(a, 0).extent;
    int64_t tried = 0; // elements of a; which of them fall on b's grid repeats after `grid` elements
    for (; tried < grid && left > 0 && distance % grid != 0; ++tried, --left)
      distance += step;
    if (tried == grid || left == 0)
      return false;
    const int64_t period = grid / std::gcd(step, grid), stride = period * step;
    if (distance < 0) { // skip to b's first element
      int64_t skipped = (-distance + stride - 1) / stride;
      distance += skipped * stride;
      left -= skipped * period;
    }
    return left > 0 && distance / grid < typeOf(b, 0).extent;
  }

  /// The element type that an op wants at argument `i`.
  Type::Element wanted(const Op &op, unsigned i) const {
    bool isSelect = op.code == OpCode::Select;
    if (op.code == OpCode::And || op.code == OpCode::Or || op.code == OpCode::Not || (isSelect && i == 0))
      return Type::Condition;
    if (op.code == OpCode::ToFloat)
      return Type::Index;
    switch (op.code) {
    case OpCode::Add:
    case OpCode::Sub:
    case OpCode::Mul:
    case OpCode::Min:
    case OpCode::Max:
    case OpCode::Select:
    case OpCode::Lt:
    case OpCode::Le:
    case OpCode::Gt:
    case OpCode::Ge:
    case OpCode::Eq:
    case OpCode::Ne: return typeOf(op, isSelect ? 1 : 0).isIndex() ? Type::Index : Type::Number;
    default: return Type::Number;
    }
  }

  Type::Element resultOf(const Op &op) const {
    bool logical = op.code == OpCode::And || op.code == OpCode::Or || op.code == OpCode::Not;
    if (logical || (op.code >= OpCode::Lt && op.code <= OpCode::Ne))
      return Type::Condition;
    return op.code == OpCode::ToFloat ? Type::Number : wanted(op, op.args.size() - 1);
  }

  llvm::Error checkElementwise(Op &op, const std::string &where) {
    static const char *const names[] = {"number", "n index", "condition"};
    op.type.shape = Type::Scalar;
    op.type.element = resultOf(op);
    for (unsigned i = 0; i < op.args.size(); ++i) {
      const Type &arg = typeOf(op, i);
      if (Type::Element wants = wanted(op, i); arg.element != wants)
        return invalidIr(where + ".args[" + Twine(i) + "]",
                         Twine("expected a") + (wants == Type::Index ? "" : " ") + names[wants]);
      if (!arg.isTile())
        continue;
      if (op.type.isTile() && op.type.dim != arg.dim)
        return invalidIr(where + ".args[" + Twine(i) + "]", "the tiles have different dims");
      op.type.shape = Type::Tile;
      op.type.dim = arg.dim;
      op.type.extent = arg.extent;
    }
    return llvm::Error::success();
  }

  Program &program_;
  std::vector<unsigned> used_;
  unsigned stores_ = 0;
  bool rescued_ = false;
};

} // namespace

llvm::Error verifyProgram(Program &program) { return Verifier(program).run(); }

} // namespace tile_simd::ir
