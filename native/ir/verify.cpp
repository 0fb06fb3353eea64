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
    for (unsigned id = 0; id < program_.ops.size(); ++id) {
      std::string where = ("ir.ops[" + Twine(id) + "]").str();
      if (llvm::Error e = enter(program_.ops[id], id, where))
        return e;
      if (llvm::Error e = check(program_.ops[id], id, where))
        return e;
    }
    if (loop_ >= 0)
      return invalidIr("ir.ops[" + Twine(loop_) + "]", "the loop has no yield");
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
          op.code == OpCode::RowIndex || op.code == OpCode::InnerIndex || op.code == OpCode::Loop ||
          op.isSliced)
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

  // Loops: what may stand in one, and which values are seen where.

  /// Ops that a loop has none of: they are the same in every tile, or end what it is part of.
  static bool standsOutside(OpCode code) {
    return code == OpCode::Scalar || code == OpCode::Const || code == OpCode::RowIndex ||
           code == OpCode::InnerIndex || code == OpCode::Rescue || code == OpCode::Result;
  }

  llvm::Error enter(Op &op, unsigned id, const std::string &where) {
    const bool isInside = loop_ >= 0;
    if (op.code == OpCode::Loop) {
      if (isInside)
        return invalidIr(where, "a loop cannot stand in a loop");
      if (op.along == op.tile)
        return invalidIr(where + ".tile", "expected another dim than the loop's own");
      loop_ = int(id);
      carries_ = 0;
      doesSomething_ = false;
    } else if (isInside
                   ? standsOutside(op.code)
                   : op.code == OpCode::Carry || op.code == OpCode::TileStart || op.code == OpCode::Yield) {
      return invalidIr(where + ".op", "'" + spelling(op.code) + "' cannot stand " +
                                          (isInside ? "in a loop" : "outside of a loop"));
    }
    op.loop = loop_;
    for (unsigned i = 0; i < op.args.size(); ++i)
      if (llvm::Error e = checkSeen(op, i, where + ".args[" + std::to_string(i) + "]"))
        return e;
    return llvm::Error::success();
  }

  llvm::Error checkSeen(const Op &op, unsigned i, const std::string &where) const {
    const Op &value = program_.ops[op.args[i]];
    if (op.code == OpCode::Result)
      return value.code == OpCode::Carry ? llvm::Error::success() : invalidIr(where, "expected a carry");
    const bool startsOutside = op.code == OpCode::Carry;
    if (value.loop == loop_ && !startsOutside)
      return llvm::Error::success();
    if (value.loop >= 0)
      return invalidIr(where, startsOutside ? "a carry starts outside of its loop"
                                            : "the value is of no use outside of its loop");
    return value.type.isTile() ? invalidIr(where, "a loop sees nothing of outside but values per row")
                               : llvm::Error::success();
  }

  llvm::Error checkCarry(Op &op, unsigned id, const std::string &where) {
    if (id != unsigned(loop_) + carries_ + 1)
      return invalidIr(where, "the carries stand first in their loop");
    const bool isTile = op.type.dim != 0;
    const Type &initial = typeOf(op, 0);
    if (isTile && op.type.dim != program_.ops[unsigned(loop_)].tile)
      return invalidIr(where + ".dim", "expected the dim of the loop's tiles");
    if (isTile && initial.isCondition())
      return invalidIr(where + ".args[0]", "expected a number or an index");
    op.type.shape = isTile ? Type::Tile : Type::Scalar;
    op.type.element = initial.element;
    ++carries_;
    doesSomething_ = true;
    return llvm::Error::success();
  }

  llvm::Error checkYield(const Op &op, const std::string &where) {
    if (op.args.size() != carries_)
      return invalidIr(where + ".args", "the loop has " + Twine(carries_) + " carries, given " +
                                            Twine(op.args.size()) + " values");
    for (unsigned i = 0; i < carries_; ++i) {
      const Type &carry = program_.ops[unsigned(loop_) + 1 + i].type, &value = typeOf(op, i);
      if (value.shape != carry.shape || value.element != carry.element || value.dim != carry.dim)
        return invalidIr(where + ".args[" + Twine(i) + "]", "expected the type of the carry");
    }
    if (!doesSomething_)
      return invalidIr(where, "the loop neither carries nor stores anything");
    loop_ = -1;
    return llvm::Error::success();
  }

  /// A Load or Store in a loop goes along the loop's dim, and moves a tile of it.
  llvm::Error checkLooped(const Op &op, const std::string &where) const {
    return loop_ < 0 || op.along == program_.ops[unsigned(loop_)].along
               ? llvm::Error::success()
               : invalidIr(where + ".param", "a loop goes along rows of its own dim");
  }
  void takeTile(Type &type) const {
    if (loop_ < 0)
      return;
    type.dim = program_.ops[unsigned(loop_)].tile;
    type.extent = program_.dims[type.dim].extent;
  }

  /// A part of a row must lie within the row.
  llvm::Error checkSlice(const Op &op, const std::string &where) const {
    if (!op.isSliced)
      return llvm::Error::success();
    if (op.along == 0)
      return invalidIr(where + ".slice.dim", "expected a dim of tiles");
    int64_t row = program_.dims[program_.params[op.param].dim].extent;
    return op.slice.offset + (program_.extentAlong(op) - 1) * op.slice.stride < row
               ? llvm::Error::success()
               : invalidIr(where + ".slice", "ends outside of the row's " + Twine(row) + " elements");
  }

  llvm::Error expectParam(const Op &op, ParamKind kind, const std::string &where) const {
    if (program_.params[op.param].kind != kind)
      return invalidIr(where + ".param", "'" + program_.params[op.param].name + "' cannot stand here");
    return llvm::Error::success();
  }

  llvm::Error check(Op &op, unsigned id, const std::string &where) {
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
      if (loop_ >= 0 && op.type.dim != program_.ops[unsigned(loop_)].tile)
        return invalidIr(where + ".dim", "expected the dim of the loop's tiles");
      op.type.shape = Type::Tile;
      op.type.element = Type::Index;
      return llvm::Error::success();
    case OpCode::InnerIndex:
      if (!program_.isGrid())
        return invalidIr(where + ".op", "innerIndex needs a grid");
      [[fallthrough]];
    case OpCode::TileStart:
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
    case OpCode::Loop: return llvm::Error::success();
    case OpCode::Carry: return checkCarry(op, id, where);
    case OpCode::Yield: return checkYield(op, where);
    case OpCode::Result: op.type = typeOf(op, 0); return llvm::Error::success();
    default: return checkElementwise(op, where);
    }
  }

  llvm::Error checkLoad(Op &op, const std::string &where) {
    if (llvm::Error e = expectParam(op, ParamKind::Input, where))
      return e;
    used_[op.param] = 1;
    for (const Op &other : llvm::ArrayRef(program_.ops).take_front(&op - program_.ops.data()))
      if (other.code == OpCode::Load && other.param == op.param && other.along == op.along &&
          other.slice == op.slice && other.loop == op.loop)
        return invalidIr(where + ".param", "'" + program_.params[op.param].name + "' is loaded twice");
    if (llvm::Error e = checkLooped(op, where))
      return e;
    op.type.shape = op.type.dim == 0 ? Type::Scalar : Type::Tile;
    op.type.element = elementOf(op);
    takeTile(op.type);
    return checkSlice(op, where);
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
    if (llvm::Error e = checkLooped(op, where))
      return e;
    const Type &value = typeOf(op, 0);
    Type stored = op.type;
    takeTile(stored);
    bool shapeFits = stored.dim == 0 ? value.isScalar() : value.isTile() && value.dim == stored.dim;
    if (!value.isNumber() || !shapeFits)
      return invalidIr(where + ".args[0]", "the value does not have the shape of '" + param.name + "'");
    if (llvm::Error e = checkSlice(op, where))
      return e;
    for (const Op &other : llvm::ArrayRef(program_.ops).take_front(&op - program_.ops.data()))
      if (other.code == OpCode::Store && other.param == op.param && meet(op, other))
        return invalidIr(where + ".param", "'" + param.name + "' is stored twice");
    ++stores_;
    doesSomething_ = true;
    return llvm::Error::success();
  }

  /// Whether two stores to one output share an element.
  bool meet(const Op &a, const Op &b) const {
    const int64_t step = a.slice.stride, grid = b.slice.stride;
    int64_t distance = a.slice.offset - b.slice.offset, left = program_.extentAlong(a);
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
    return left > 0 && distance / grid < program_.extentAlong(b);
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
  int loop_ = -1; // the Loop whose Yield has not come yet
  unsigned carries_ = 0;
  bool doesSomething_ = false; // that loop
};

} // namespace

llvm::Error verifyProgram(Program &program) { return Verifier(program).run(); }

} // namespace tile_simd::ir
