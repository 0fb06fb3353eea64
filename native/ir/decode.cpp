// JSON form of Tile IR -> Program. Only the shape of the JSON is checked here; the rules of the IR are in
// verify.cpp.
#include "ir/tile_ir.h"
#include "support/error.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"

#include <cmath>
#include <limits>

namespace tile_simd::ir {
namespace {

constexpr size_t maxOps = 4096;
constexpr size_t maxParams = 64;
constexpr size_t maxNameLength = 64;
constexpr int64_t maxExtent = std::numeric_limits<int32_t>::max();
constexpr int64_t maxStride = 65536;

using llvm::Twine;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

bool isIdentifier(llvm::StringRef name) {
  if (name.empty() || name.size() > maxNameLength || !(llvm::isAlpha(name[0]) || name[0] == '_'))
    return false;
  return llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

llvm::Expected<std::string> identifier(const Object &object, llvm::StringRef key, const Twine &where) {
  std::optional<llvm::StringRef> text = object.getString(key);
  if (!text || !isIdentifier(*text))
    return invalidIr(where + "." + key, "expected an identifier of at most 64 characters");
  return text->str();
}

const llvm::StringMap<OpCode> &opCodes() {
  static const llvm::StringMap<OpCode> *codes = [] {
    auto *map = new llvm::StringMap<OpCode>;
    for (unsigned i = 0; i <= unsigned(OpCode::Store); ++i)
      (*map)[spelling(OpCode(i))] = OpCode(i);
    return map;
  }();
  return *codes;
}

llvm::Expected<float> constantValue(const Value *value, const Twine &where) {
  if (value) {
    if (std::optional<double> number = value->getAsNumber())
      return float(*number);
    if (std::optional<llvm::StringRef> text = value->getAsString()) {
      constexpr float infinity = std::numeric_limits<float>::infinity();
      if (*text == "Infinity")
        return infinity;
      if (*text == "-Infinity")
        return -infinity;
      if (*text == "NaN")
        return std::numeric_limits<float>::quiet_NaN();
      if (*text == "-0")
        return -0.0f;
    }
  }
  return invalidIr(where, "expected a number, \"Infinity\", \"-Infinity\", \"NaN\" or \"-0\"");
}

class Decoder {
public:
  llvm::Expected<Program> run(const Value &json) {
    const Object *object = json.getAsObject();
    if (!object)
      return invalidIr("ir", "expected an object");
    if (object->getString("format") != llvm::StringRef("tile-simd/ir@1"))
      return invalidIr("ir.format", "expected \"tile-simd/ir@1\"");
    llvm::Expected<std::string> name = identifier(*object, "name", "ir");
    if (!name)
      return name.takeError();
    if (*name == "llvm") // LLVM takes every symbol that begins with "llvm." for an intrinsic of its own
      return invalidIr("ir.name", "'llvm' is reserved");
    program_.name = *name;
    if (llvm::Error e = dims(object->getObject("dims")))
      return e;
    if (llvm::Error e = layout(*object))
      return e;
    if (llvm::Error e = params(object->getArray("params")))
      return e;
    if (llvm::Error e = ops(object->getArray("ops")))
      return e;
    if (llvm::Error e = verifyProgram(program_))
      return e;
    return std::move(program_);
  }

private:
  llvm::Error dims(const Object *object) {
    program_.dims.push_back({"one", 1});
    dimIndex_["one"] = 0;
    if (!object)
      return invalidIr("ir.dims", "expected an object of extents");
    std::vector<const Object::value_type *> entries; // by name: the object keeps them in the order of a hash
    for (const auto &entry : *object)
      entries.push_back(&entry);
    llvm::sort(entries, [](const auto *a, const auto *b) { return a->first < b->first; });
    for (const auto *entry : entries) {
      llvm::StringRef name = entry->first;
      const Value &value = entry->second;
      std::optional<int64_t> extent = value.getAsInteger();
      if (!isIdentifier(name) || name == "one")
        return invalidIr("ir.dims", "'" + name.take_front(maxNameLength) + "' cannot name a dim");
      if (!extent || *extent < 1 || *extent > maxExtent)
        return invalidIr("ir.dims." + name, "expected an integer from 1 to 2147483647");
      dimIndex_[name] = program_.dims.size();
      program_.dims.push_back({name.str(), *extent});
    }
    return llvm::Error::success();
  }

  llvm::Error layout(const Object &object) {
    if (const Value *inner = object.get("inner")) {
      std::optional<int64_t> extent = inner->getAsInteger();
      if (!extent || *extent < 1 || *extent > maxExtent)
        return invalidIr("ir.inner", "expected an integer from 1 to 2147483647");
      program_.inner = *extent;
    }
    if (const Value *flat = object.get("flat")) {
      if (flat->getAsBoolean() != true)
        return invalidIr("ir.flat", "expected true or nothing");
      program_.flat = true;
    }
    if (const Value *runTime = object.get("runTimeColumns")) {
      if (runTime->getAsBoolean() != true)
        return invalidIr("ir.runTimeColumns", "expected true or nothing");
      program_.runTimeColumns = true;
    }
    return llvm::Error::success();
  }

  llvm::Error params(const Array *array) {
    if (!array || array->empty() || array->size() > maxParams)
      return invalidIr("ir.params", "expected an array of 1 to 64 parameters");
    for (const auto &item : llvm::enumerate(*array)) {
      std::string where = ("ir.params[" + Twine(item.index()) + "]").str();
      const Object *object = item.value().getAsObject();
      if (!object)
        return invalidIr(where, "expected an object");
      llvm::Expected<std::string> name = identifier(*object, "name", where);
      if (!name)
        return name.takeError();
      if (!paramIndex_.try_emplace(*name, item.index()).second)
        return invalidIr(where + ".name", "'" + *name + "' is declared twice");
      Param param{*name, ParamKind::Input};
      llvm::StringRef kind = object->getString("kind").value_or("");
      if (kind == "input")
        param.kind = ParamKind::Input;
      else if (kind == "output")
        param.kind = ParamKind::Output;
      else if (kind == "scalar")
        param.kind = ParamKind::Scalar;
      else
        return invalidIr(where + ".kind", "expected \"input\", \"output\" or \"scalar\"");
      if (llvm::Error e = dtype(param, *object, where))
        return e;
      if (param.kind != ParamKind::Scalar)
        if (llvm::Error e = buffer(param, *object, where))
          return e;
      program_.params.push_back(std::move(param));
    }
    for (const auto &item : llvm::enumerate(*array)) // `by` may name a later parameter
      if (llvm::Error e = indirection(program_.params[item.index()], *item.value().getAsObject(),
                                      ("ir.params[" + Twine(item.index()) + "]").str()))
        return e;
    return llvm::Error::success();
  }

  llvm::Error indirection(Param &param, const Object &object, const std::string &where) {
    const Value *by = object.get("by");
    if (param.access != ParamAccess::Group && param.access != ParamAccess::Gather)
      return by ? invalidIr(where + ".by", "only group and gather have it") : llvm::Error::success();
    auto source = paramIndex_.find(by ? by->getAsString().value_or("") : "");
    if (source == paramIndex_.end())
      return invalidIr(where + ".by", "expected the name of a parameter");
    param.by = source->second;
    return llvm::Error::success();
  }

  static llvm::Error dtype(Param &param, const Object &object, const std::string &where) {
    std::optional<DType> named = dtypeNamed(object.getString("dtype").value_or(""));
    bool isBuffer = param.kind != ParamKind::Scalar, isInput = param.kind == ParamKind::Input;
    bool isWide = named == DType::F32 || named == DType::I32;
    if (!named || (!isWide && !isBuffer) || (*named == DType::I32 && param.kind == ParamKind::Output))
      return invalidIr(where + ".dtype", isInput    ? "expected \"f32\", \"f16\", \"bf16\", \"i8\" or \"i32\""
                                         : isBuffer ? "expected \"f32\", \"f16\", \"bf16\" or \"i8\""
                                                    : "expected \"f32\" or \"i32\"");
    param.dtype = *named;
    return llvm::Error::success();
  }

  llvm::Error buffer(Param &param, const Object &object, const std::string &where) {
    llvm::StringRef access = object.getString("access").value_or("");
    std::optional<ParamAccess> named = llvm::StringSwitch<std::optional<ParamAccess>>(access)
                                           .Case("row", ParamAccess::Row)
                                           .Case("column", ParamAccess::Column)
                                           .Case("group", ParamAccess::Group)
                                           .Case("gather", ParamAccess::Gather)
                                           .Default(std::nullopt);
    if (!named)
      return invalidIr(where + ".access", "expected \"row\", \"column\", \"group\" or \"gather\"");
    param.access = *named;
    if (param.kind == ParamKind::Output && param.access != ParamAccess::Row)
      return invalidIr(where + ".access", "an output is indexed by row");
    auto dim = dimIndex_.find(object.getString("dim").value_or(""));
    if (dim == dimIndex_.end())
      return invalidIr(where + ".dim", "expected one of the program's dims, or \"one\"");
    param.dim = dim->second;
    return llvm::Error::success();
  }

  llvm::Error ops(const Array *array) {
    if (!array || array->empty() || array->size() > maxOps)
      return invalidIr("ir.ops", "expected an array of 1 to 4096 ops");
    for (const auto &item : llvm::enumerate(*array)) {
      std::string where = ("ir.ops[" + Twine(item.index()) + "]").str();
      const Object *object = item.value().getAsObject();
      if (!object)
        return invalidIr(where, "expected an object");
      llvm::Expected<Op> op = decodeOp(*object, item.index(), where);
      if (!op)
        return op.takeError();
      program_.ops.push_back(std::move(*op));
    }
    return llvm::Error::success();
  }

  llvm::Expected<Op> decodeOp(const Object &object, size_t id, const std::string &where) {
    auto code = opCodes().find(object.getString("op").value_or(""));
    if (code == opCodes().end())
      return invalidIr(where + ".op", "unknown op");
    Op op;
    op.code = code->second;
    if (op.code == OpCode::Load || op.code == OpCode::Scalar || op.code == OpCode::Store) {
      auto param = paramIndex_.find(object.getString("param").value_or(""));
      if (param == paramIndex_.end())
        return invalidIr(where + ".param", "expected the name of a parameter");
      op.param = param->second;
    }
    if (op.code == OpCode::Load || op.code == OpCode::Store || op.code == OpCode::ColumnIndex)
      if (llvm::Error e = extentOf(op, object, where))
        return e;
    if (op.code == OpCode::Const && object.get("element")) {
      std::optional<int64_t> value = object.getInteger("value");
      if (object.getString("element") != llvm::StringRef("i32"))
        return invalidIr(where + ".element", "expected \"i32\" or nothing");
      if (!value || *value != int32_t(*value))
        return invalidIr(where + ".value", "expected an integer that i32 holds");
      op.constantIndex = int32_t(*value);
      op.type.element = Type::Index;
    } else if (op.code == OpCode::Const) {
      llvm::Expected<float> value = constantValue(object.get("value"), where + ".value");
      if (!value)
        return value.takeError();
      op.constant = *value;
    }
    if (op.code == OpCode::Reduce) {
      std::optional<ReduceKind> kind =
          llvm::StringSwitch<std::optional<ReduceKind>>(object.getString("kind").value_or(""))
              .Case("sum", ReduceKind::Sum)
              .Case("max", ReduceKind::Max)
              .Case("min", ReduceKind::Min)
              .Case("product", ReduceKind::Product)
              .Case("mean", ReduceKind::Mean)
              .Default(std::nullopt);
      if (!kind)
        return invalidIr(where + ".kind", "expected sum, max, min, product or mean");
      op.reduce = *kind;
    }
    if (op.code == OpCode::Loop || (op.code == OpCode::Carry && object.get("dim")))
      if (llvm::Error e = loopDims(op, object, where))
        return e;
    if (llvm::Error e = arguments(op, object, id, where))
      return e;
    return op;
  }

  /// A dim of tiles, by its name under `key`.
  llvm::Expected<unsigned> tileDim(const Object &object, llvm::StringRef key, const std::string &where) {
    auto dim = dimIndex_.find(object.getString(key).value_or(""));
    if (dim == dimIndex_.end() || dim->second == 0)
      return invalidIr(where + "." + key, "expected one of the program's dims");
    return dim->second;
  }

  /// The dims of a Loop, or of a Carry that is a tile.
  llvm::Error loopDims(Op &op, const Object &object, const std::string &where) {
    llvm::Expected<unsigned> dim = tileDim(object, "dim", where);
    if (!dim)
      return dim.takeError();
    if (op.code == OpCode::Carry) {
      op.type.dim = *dim;
      op.type.extent = program_.dims[*dim].extent;
      return llvm::Error::success();
    }
    llvm::Expected<unsigned> tile = tileDim(object, "tile", where);
    if (!tile)
      return tile.takeError();
    op.along = *dim;
    op.tile = *tile;
    return llvm::Error::success();
  }

  /// The dim that the op's tile runs along, and which elements of the row it takes.
  llvm::Error extentOf(Op &op, const Object &object, const std::string &where) {
    bool isIndex = op.code == OpCode::ColumnIndex;
    const Value *given = isIndex ? nullptr : object.get("slice");
    const Object *slice = given ? given->getAsObject() : nullptr;
    if (given && !slice)
      return invalidIr(where + ".slice", "expected an object");
    if (!slice && !isIndex) {
      op.type.dim = program_.params[op.param].dim;
    } else {
      auto dim = dimIndex_.find((slice ? *slice : object).getString("dim").value_or(""));
      if (dim == dimIndex_.end() || (isIndex && dim->second == 0))
        return invalidIr(where + (slice ? ".slice.dim" : ".dim"), "expected one of the program's dims");
      op.type.dim = dim->second;
    }
    op.along = op.type.dim;
    op.type.extent = program_.dims[op.type.dim].extent;
    if (!slice)
      return llvm::Error::success();
    std::optional<int64_t> offset = slice->getInteger("offset"), stride = slice->getInteger("stride");
    if (!offset || *offset < 0 || *offset > maxExtent)
      return invalidIr(where + ".slice.offset", "expected an integer from 0 to 2147483647");
    if (!stride || *stride < 1 || *stride > maxStride)
      return invalidIr(where + ".slice.stride", "expected an integer from 1 to 65536");
    op.slice = {*offset, *stride};
    op.isSliced = true;
    return llvm::Error::success();
  }

  static llvm::Error arguments(Op &op, const Object &object, size_t id, const std::string &where) {
    const Array *args = object.getArray("args");
    size_t count = args ? args->size() : 0;
    if (op.code != OpCode::Yield && count != arity(op.code))
      return invalidIr(where + ".args", "'" + spelling(op.code) + "' takes " + Twine(arity(op.code)) +
                                            " arguments, given " + Twine(count));
    for (size_t i = 0; i < count; ++i) {
      std::optional<int64_t> arg = (*args)[i].getAsInteger();
      if (!arg || *arg < 0 || uint64_t(*arg) >= id)
        return invalidIr(where + ".args[" + Twine(i) + "]", "expected the id of an earlier value");
      op.args.push_back(unsigned(*arg));
    }
    return llvm::Error::success();
  }

  Program program_;
  llvm::StringMap<unsigned> dimIndex_, paramIndex_;
};

} // namespace

llvm::Expected<Program> decodeProgram(const llvm::json::Value &json) { return Decoder().run(json); }

} // namespace tile_simd::ir
