// Tile IR as native code sees it: typed SSA for one program (one logical row), every dim bound;
// straight-line, but for loops over column tiles.
//
// A Program that came out of decodeProgram() is verified: argument ids are smaller than the id of their user,
// types agree, every output is stored once. The code generator relies on that and checks nothing again.
//
// A loop is the ops from a Loop to the Yield that ends it. It begins with its Carries; it sees scalars of
// outside, and nothing outside sees more of it than the Results of its Carries.
#pragma once

#include "ir/dtype.h"
#include "ir/param.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tile_simd::ir {

enum class OpCode : uint8_t {
  Load,
  Scalar,
  Const,
  ColumnIndex,
  RowIndex,
  InnerIndex,
  ToFloat,
  Add,
  Sub,
  Mul,
  Div,
  Min,
  Max,
  Neg,
  Abs,
  Sqrt,
  Rsqrt,
  Reciprocal,
  Floor,
  Round,
  CastF32,
  CastF16,
  CastBf16,
  Exp,
  Exp2,
  Log,
  Tanh,
  Erf,
  Sigmoid,
  Sin,
  Cos,
  Fma,
  Lt,
  Le,
  Gt,
  Ge,
  Eq,
  Ne,
  And,
  Or,
  Not,
  Select,
  Reduce,
  Rescue,
  Loop,      // over the elements of a dim, a tile at a time
  TileStart, // number of the tile's first element
  Carry,     // the argument in the first tile, then what Yield says; a tile where it has a dim
  Yield,     // ends a loop: what each Carry is next
  Result,    // what a Carry is after the last tile
  Store,
};

enum class ReduceKind : uint8_t { Sum, Max, Min, Product, Mean };

/// A tile has one element per index of its dim; a scalar is one value per row.
struct Type {
  enum Shape : uint8_t { None, Scalar, Tile } shape = None;
  enum Element : uint8_t { Number, Index, Condition } element = Number; // f32, i32, i1
  int64_t extent = 1;                                                   // tiles: elements of the dim
  unsigned dim = 0;                                                     // tiles: which dim

  bool isTile() const { return shape == Tile; }
  bool isScalar() const { return shape == Scalar; }
  bool isNumber() const { return element == Number; }
  bool isIndex() const { return element == Index; }
  bool isCondition() const { return element == Condition; }
};

struct Dim {
  std::string name;
  int64_t extent;
};

struct Param {
  std::string name;
  ParamKind kind;
  ParamAccess access = ParamAccess::Row;
  unsigned by = 0;  // Group: the scalar with the rows per group; Gather: the input with the row numbers
  unsigned dim = 0; // index into Program::dims; dim 0 is "one"
  DType dtype = DType::F32;
};

/// Element e of a tile is element offset + e * stride of the buffer's row.
struct Slice {
  int64_t offset = 0;
  int64_t stride = 1;

  bool operator==(const Slice &other) const { return offset == other.offset && stride == other.stride; }
};

struct Op {
  OpCode code = OpCode::Const;
  ReduceKind reduce = ReduceKind::Sum;
  unsigned param = 0;        // Load, Scalar, Store
  float constant = 0;        // Const of a number
  int32_t constantIndex = 0; // Const of an index
  Slice slice;               // Load, Store: (0, 1) for a whole row
  bool isSliced = false;     // Load, Store
  unsigned along =
      0; // Load, Store: dim of what the op moves of a row, over all tiles of a loop. Loop: its dim
  unsigned tile = 0; // Loop: dim of its tiles
  int loop = -1;     // id of the Loop that the op stands in, itself and its Yield included; -1: none
  llvm::SmallVector<unsigned, 3> args;
  Type type;
};

struct Program {
  std::string name;
  std::vector<Dim> dims; // dims[0] is {"one", 1}
  std::vector<Param> params;
  std::vector<Op> ops;
  int64_t inner = 0; // extent of a grid's inner index; 0: no grid
  /// One element per program, in buffers without gaps: one kernel for every length. All dims are 1.
  bool flat = false;
  /// The extent of the one dim comes with each launch; here it is 1.
  bool runTimeColumns = false;

  bool isGrid() const { return inner > 0; }
  bool hasLoops() const {
    return llvm::any_of(ops, [](const Op &op) { return op.code == OpCode::Loop; });
  }
  /// Elements of a row that a Load or Store moves, over all tiles of its loop.
  int64_t extentAlong(const Op &op) const { return dims[op.along].extent; }
  /// Elements between neighbouring columns of a buffer's row.
  int64_t columnPitch(const Param &param) const {
    return isGrid() && param.access == ParamAccess::Row ? inner : 1;
  }
};

/// The IR's spelling of an op, for messages and value names.
llvm::StringRef spelling(OpCode code);

/// Number of value arguments that an op takes; a Yield takes one per Carry.
unsigned arity(OpCode code);

/// Functions that are series of ten operations and more.
bool isElementary(OpCode code);

/// Whether the values of an op are at most 0 (or NaN) by what it is made of: the distance of a tile from its
/// own maximum.
bool isNonPositive(const Program &program, unsigned id);

/// Elementwise ops: same result at every element from the arguments' values at that element.
bool isElementwise(OpCode code);

/// Reads and verifies the JSON form. ERR_INVALID_IR naming the place ("ir.ops[3].args[1]").
llvm::Expected<Program> decodeProgram(const llvm::json::Value &json);

/// Infers types and checks every rule; called by decodeProgram.
llvm::Error verifyProgram(Program &program);

} // namespace tile_simd::ir
