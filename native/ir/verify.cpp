// Type inference and the rules of Tile IR. TypeScript verifies too; this one stands guard for whatever
// arrives.
#include "ir/tile_ir.h"
#include "support/error.h"

#include "llvm/ADT/Twine.h"

namespace tile_simd::ir {
namespace {

using llvm::Twine;

class Verifier {
public:
  explicit Verifier(Program &program) : program_(program), used_(program.params.size(), 0) {}

  llvm::Error run() {
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
    return stores_ ? llvm::Error::success() : invalidIr("ir.ops", "the program stores nothing");
  }

private:
  const Type &typeOf(const Op &op, unsigned i) const { return program_.ops[op.args[i]].type; }

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
      return llvm::Error::success();
    case OpCode::Const: op.type.shape = Type::Scalar; return llvm::Error::success();
    case OpCode::Reduce:
      if (!typeOf(op, 0).isTile() || typeOf(op, 0).boolean)
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
    if (used_[op.param]++)
      return invalidIr(where + ".param", "'" + program_.params[op.param].name + "' is loaded twice");
    unsigned dim = program_.params[op.param].dim;
    op.type.shape = dim == 0 ? Type::Scalar : Type::Tile;
    op.type.dim = dim;
    op.type.extent = program_.dims[dim].extent;
    return llvm::Error::success();
  }

  llvm::Error checkRescue(Op &op, const std::string &where) {
    if (rescued_)
      return invalidIr(where, "a program has at most one rescue");
    if (stores_)
      return invalidIr(where, "the rescue must come before every store");
    if (!typeOf(op, 0).isScalar() || !typeOf(op, 0).boolean)
      return invalidIr(where + ".args[0]", "the rescue takes a condition that is one value per row");
    rescued_ = true;
    return llvm::Error::success();
  }

  llvm::Error checkStore(Op &op, const std::string &where) {
    if (llvm::Error e = expectParam(op, ParamKind::Output, where))
      return e;
    const Param &param = program_.params[op.param];
    if (used_[op.param]++)
      return invalidIr(where + ".param", "'" + param.name + "' is stored twice");
    const Type &value = typeOf(op, 0);
    bool shapeFits = param.dim == 0 ? value.isScalar() : value.isTile() && value.dim == param.dim;
    if (value.boolean || !shapeFits)
      return invalidIr(where + ".args[0]", "the value does not have the shape of '" + param.name + "'");
    ++stores_;
    return llvm::Error::success();
  }

  llvm::Error checkElementwise(Op &op, const std::string &where) {
    bool logical = op.code == OpCode::And || op.code == OpCode::Or || op.code == OpCode::Not;
    bool compares = op.code >= OpCode::Lt && op.code <= OpCode::Ne;
    op.type.shape = Type::Scalar;
    op.type.boolean = logical || compares;
    for (unsigned i = 0; i < op.args.size(); ++i) {
      const Type &arg = typeOf(op, i);
      bool wantsBoolean = logical || (op.code == OpCode::Select && i == 0);
      if (arg.boolean != wantsBoolean)
        return invalidIr(where + ".args[" + Twine(i) + "]",
                         Twine("expected a ") + (wantsBoolean ? "condition" : "number"));
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
