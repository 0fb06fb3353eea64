// Emits the code that runs one packet: the packet body and the cold functions beside it.
//
// BodyEmitter walks the schedule, which is the same for both mappings; what a tile value and a per-row scalar
// are in registers is the mapping's own matter:
//   packet-local   tile: vectors of W neighbouring elements   scalar: a scalar
//   whole-program  tile: one W-vector per element             scalar: a W-vector, one lane per program
#pragma once

#include "codegen/module_context.h"
#include "codegen/private_memory.h"
#include "codegen/record_access.h"
#include "codegen/reduction.h"

#include "llvm/ADT/DenseMap.h"

#include <memory>

namespace tile_simd {

struct CooperativePhase;

/// The plan of one body: the kernel's own, or that of a cold function beside it.
struct BodyOptions : Plan {
  bool compact = false;               // little code, quick to compile, rather than fast code
  llvm::Function *function = nullptr; // (record, program, active_lanes)
  llvm::Function *rescue =
      nullptr; // runs a row again where the program asks for it; null: rescues are left out
};

class BodyEmitter {
public:
  BodyEmitter(ModuleContext &context, const BodyOptions &options);
  virtual ~BodyEmitter() = default;

  void emit();

protected:
  using Fold = llvm::function_ref<void(unsigned column)>;

  // What the mapping decides.
  /// Emits what stands before everything else.
  virtual void begin() {}
  virtual llvm::Type *scalarType() const = 0;
  virtual unsigned programsPerPacket() const = 0;
  virtual llvm::Value *loadScalar(unsigned param) = 0;
  virtual void storeScalar(unsigned param, llvm::Value *value) = 0;
  /// The two indices of the packet's programs, i32.
  virtual llvm::Value *rowIndex() = 0;
  virtual llvm::Value *innerIndex() = 0;
  /// Ends the packet through options_.rescue where `predicate` holds; goes on otherwise.
  virtual void emitRescue(llvm::Value *predicate) = 0;
  /// Evaluates a loop's body, stores and updates included, for the unit from `element` on, of which `valid`
  /// elements exist. Calls `fold` once per vector of the unit with tiles_ holding its values.
  virtual void emitUnit(const ElementLoop &loop, llvm::Value *element, int64_t valid, Fold fold) = 0;
  /// Neighbouring elements per unit, a power of two.
  virtual unsigned unitElements() const = 0;
  /// Vectors, and so accumulators, per unit: 1, or one per element.
  virtual unsigned vectorsPerUnit() const = 0;
  /// Units per iteration of a loop without reductions, where the plan says nothing.
  virtual unsigned plainUnroll() const = 0;
  /// Which lanes of the unit in work have elements, of which the first `valid` exist; null: all.
  virtual llvm::Value *elementMask(int64_t valid) = 0;
  /// Joins the logical lanes of one chunk.
  virtual llvm::Value *joinLanes(ir::ReduceKind kind, llvm::MutableArrayRef<llvm::Value *> accumulators,
                                 Nans nans) = 0;
  /// Whether a condition (i1 vector) holds in every lane of a program.
  virtual llvm::Value *everyLane(llvm::Value *condition) = 0;
  /// Prefetches what a loop will load when it comes to `elements` elements from `element` on, a distance
  /// ahead. The other mapping does that as it loads.
  virtual void prefetch(const ElementLoop &, llvm::Value * /*element*/, int64_t /*elements*/) {}
  /// Forgets what was found out about places in the row: a tile begins that lies elsewhere.
  virtual void startTile() {}
  /// Loads what a unit from `element` on needs of rows, for the next unit that is emitted from there.
  virtual void hoistLoads(const ElementLoop &, llvm::Value * /*element*/) {}
  /// Whether a loop has stores that can stream.
  virtual bool canStream(const ElementLoop &) const { return false; }
  /// Elements (i64) of such a loop up to where its streaming stores can start.
  virtual llvm::Value *streamHead(const ElementLoop &) { llvm_unreachable("nothing streams"); }
  /// Moves a vector that waits in an output's row, for the unit in work.
  virtual void keepInOutput(unsigned /*param*/, llvm::Value * /*value*/, llvm::Value * /*element*/) {
    llvm_unreachable("under packet-local alone");
  }
  virtual llvm::Value *readFromOutput(unsigned /*param*/, llvm::Value * /*element*/) {
    llvm_unreachable("under packet-local alone");
  }
  /// From here on units start `head` elements behind a multiple of W, and stores that are then aligned
  /// stream; null: no longer.
  virtual void streamFrom(const ElementLoop &, llvm::Value * /*head*/) {}

  const ir::Op &op(unsigned id) const { return context_.program.ops[id]; }
  bool isColumn(unsigned param) const { return context_.program.params[param].access == ParamAccess::Column; }
  llvm::Type *compute() const; // f32, or f64 in double precision
  /// Whether no later loop loads `param`.
  bool isLastToLoad(const ElementLoop &loop, unsigned param) const;
  /// Elements of memory between neighbouring elements of a load's or store's tile.
  int64_t distance(const ir::Op &o) const;
  /// Number within its row of a tile's element: in a loop over tiles, as many more as stand before the tile.
  llvm::Value *inRow(llvm::Value *element);
  /// Where element `element` of a load's or store's tile is in the row, in elements of memory.
  llvm::Value *place(const ir::Op &o, llvm::Value *element);
  /// One value for every program of the packet.
  llvm::Value *everyProgram(llvm::Value *value);
  /// <0, 1, ... W-1>, i32.
  llvm::Value *laneNumbers() const;
  /// Conversions between what the buffer (or scalar) `param` holds and values of the compute type.
  llvm::Value *toCompute(llvm::Value *stored, unsigned param);
  llvm::Value *toStorage(llvm::Value *computed, unsigned param);
  /// W elements as the buffer holds them.
  llvm::FixedVectorType *storedType(unsigned param) const;
  llvm::Value *evaluate(const ir::Op &op, llvm::Type *type);
  void keep(unsigned id, llvm::Value *element);
  /// Puts a vector into the slot of a kept or carried value.
  void writeSlot(unsigned id, llvm::Value *value, llvm::Value *element);
  llvm::Value *readKept(unsigned id, llvm::Value *element);
  /// Mask of the lanes whose number is below `count` (i32) and below `valid`. Always one comparison: for
  /// AVX2, LLVM 21 gets masked accesses wrong whose <16 x i1> mask is made of constants by `and` or `select`.
  llvm::Value *lanesBelow(llvm::Value *count, int64_t valid, const llvm::Twine &name = "");
  /// Emits a branch around what `emit` does, which runs where `condition` holds.
  void when(const llvm::Twine &name, llvm::Value *condition, llvm::function_ref<void()> emit);
  /// The same with an alternative.
  void choose(const llvm::Twine &name, llvm::Value *condition, llvm::function_ref<void()> emit,
              llvm::function_ref<void()> otherwise);
  /// Whether the code in work prefetches; by size, only what streams does.
  bool prefetches() const {
    return options_.prefetchBytes > 0 && (options_.stores != Stores::BySize || pastCache_);
  }
  /// Prefetches the line options_.prefetchBytes and `offset` behind `address`, which may lie anywhere: a
  /// prefetch never faults.
  void prefetchAhead(llvm::Value *address, int64_t offset = 0);
  /// Stores a vector of an output: as a streaming store where `streams` holds, under `mask` elsewhere.
  void storeStreaming(llvm::Value *streams, llvm::Value *stored, llvm::Value *address, llvm::Align align,
                      llvm::Value *mask);
  /// Branches to a cold block, emits it with `rescue`, returns from there; goes on at the ordinary block.
  void branchToRescue(llvm::Value *condition, llvm::function_ref<void()> rescue);
  /// Runs `emit` at the end of the entry block, where what it makes dominates every use.
  void atEntry(llvm::function_ref<void()> emit);

  ModuleContext &context_;
  const BodyOptions options_;
  const int64_t width_;
  llvm::FixedVectorType *const vectorType_; // W values of the compute type
  Builder builder_;
  RecordAccess record_;
  llvm::Value *const program_, *const activeLanes_;
  llvm::Value *activeMask_ = nullptr;
  llvm::DenseMap<unsigned, llvm::Value *> scalars_; // by op id, valid to the end of the function
  llvm::DenseMap<unsigned, llvm::Value *> tiles_;   // by op id, valid within one vector of an element loop

  /// Packet-local: which lanes the unit in work has, where its place or its end are known at run time alone.
  /// A lane is there if its number is below the limit.
  struct UnitBounds {
    llvm::Value *numbers = nullptr; // i32 vector: the lane that owns each element; null: 0 to W-1
    llvm::Value *limit = nullptr;   // i32; null: the active lanes
  };
  UnitBounds bounds_;
  bool pastCache_ = false; // the code in work is that of launches which store past the cache

private:
  /// What one reduction has come to so far.
  struct Accumulated {
    llvm::SmallVector<llvm::Value *, 64> values; // by vectors within a step: null where a row has no elements
    /// i1 vectors: lanes that met no NaN. Neighbours take turns, so that none waits for a comparison of the
    /// same iteration. None: NaN is among the values.
    llvm::SmallVector<llvm::Value *, 2> ordered{};

    Nans nans() const { return ordered.empty() ? Nans::Combined : Nans::Apart; }
  };
  using Accumulators = llvm::SmallVector<Accumulated, 2>; // by number of the loop's reduction

  void emitLevels(llvm::ArrayRef<Level> levels);
  void emitScalar(unsigned id);
  llvm::Value *operand(unsigned id, llvm::Type *type);
  bool unrolled() const { return options_.materialize == Materialize::Registers; }
  void markPrivate(llvm::Instruction *access) const;

  // private_access.cpp
  bool usesGathers() const { return !options_.interleave || !options_.contiguous; }
  llvm::FixedVectorType *keptType(unsigned id) const;
  llvm::Value *toKept(unsigned id, llvm::Value *value);
  llvm::Value *fromKept(unsigned id, llvm::Value *kept);
  llvm::Value *laneAddresses(int slot, llvm::Value *element);
  llvm::Value *readSlot(unsigned id, llvm::Value *element);
  bool isCarried(unsigned id) const {
    return op(id).code == ir::OpCode::Carry || op(id).code == ir::OpCode::Result;
  }

  // tile_loops.cpp
  void emitTileLoop(const TileLoop &loop);
  /// One tile; returns the next values of the carries that are scalars, null for the others.
  llvm::SmallVector<llvm::Value *, 16> emitTile(const TileLoop &loop, llvm::ArrayRef<Level> levels,
                                                llvm::Value *start, llvm::ArrayRef<llvm::Value *> carried);
  void fillCarried(unsigned carry, llvm::Value *initial);

  // element_loops.cpp
  void emitLoop(const ElementLoop &loop);
  void emitPlain(const ElementLoop &loop);
  void emitCached(const ElementLoop &loop);
  unsigned unitsPerIteration() const;
  const char *interleaves(const ElementLoop &loop) const;
  void emitReducing(const ElementLoop &loop);
  llvm::SmallVector<llvm::Value *, 2> emitChunk(const ElementLoop &loop, llvm::Value *base, int64_t length);
  llvm::SmallVector<llvm::Value *, 2> emitChunkInMemory(const ElementLoop &loop, llvm::Value *base,
                                                        int64_t length);
  /// Accumulators of the 64 logical lanes in memory, for one of a loop's reductions.
  llvm::Value *waitingAccumulators(size_t reduction);
  void emitWholeSteps(const ElementLoop &loop, llvm::Value *base, int64_t steps, unsigned units,
                      Accumulators &accumulators);
  void emitSweep(const ElementLoop &loop, llvm::Value *base, int64_t steps, unsigned units,
                 Accumulators &accumulators);
  void accumulateUnit(const ElementLoop &loop, llvm::Value *element, int64_t valid, unsigned unit,
                      Accumulators &accumulators);
  /// Values of accumulators, to be read and replaced as a list.
  struct Carried {
    llvm::SmallVector<llvm::Value **, 32> places;

    llvm::SmallVector<llvm::Value *, 32> values() const;
    void assign(llvm::function_ref<llvm::Value *(unsigned)> value);
  };
  static Carried carried(Accumulators &accumulators, unsigned vectors);
  void accumulate(ir::ReduceKind kind, Accumulated &into, unsigned vector, llvm::Value *value, int64_t valid);
  void storeChunk(llvm::ArrayRef<llvm::Value *> results, llvm::Value *chunk, int64_t chunks);
  unsigned unitsPerSweep(const ElementLoop &loop) const;
  /// Elements that a row is reduced by at a time, and the vectors that they accumulate in.
  int64_t stepElements() const;
  unsigned stepAccumulators() const;
  /// A reduction's value once the chunks of its row are combined.
  llvm::Value *reducedRow(unsigned id, llvm::Value *combined, int64_t extent);
  llvm::Align privateAlign() const;
  llvm::Value *readRegisters(unsigned id, uint64_t first);

  // row_ends.cpp
  /// Whether every vector of a loop has a mask computed from the row's end.
  bool isMasked() const { return options_.tail == Tail::Masked && !unrolled(); }
  void boundByRow(const ElementLoop &loop, llvm::Value *element);
  void emitMasked(const ElementLoop &loop);
  bool overlaps(const ElementLoop &loop) const;
  llvm::Value *ownersFrom(int64_t element) const;
  void emitStreamed(const ElementLoop &loop);

  // run_time_columns.cpp
  using Repeated = llvm::function_ref<void(llvm::Value *index, llvm::MutableArrayRef<llvm::Value *> carried)>;
  /// A loop that may run not at all; `body` replaces the carried values, which are returned.
  llvm::SmallVector<llvm::Value *, 16> repeat(llvm::Value *count, llvm::ArrayRef<llvm::Value *> initial,
                                              const llvm::Twine &name, Repeated body);
  void boundByEnd(llvm::Value *element, llvm::Value *end);
  llvm::Value *unitsUpTo(llvm::Value *begin, llvm::Value *end);
  llvm::SmallVector<llvm::Value *, 2> emitCompactChunk(const ElementLoop &loop, llvm::Value *base,
                                                       llvm::Value *end);
  void emitRunTimePlain(const ElementLoop &loop);
  void emitRunTimeReducing(const ElementLoop &loop);
  llvm::SmallVector<llvm::Value *, 2> emitRunTimeChunk(const ElementLoop &loop, llvm::Value *base,
                                                       llvm::Value *end);

  // cooperative.cpp
  void emitCooperative();
  void emitPhase(const CooperativePhase &phase, llvm::Value *begin, llvm::Value *end);
  void emitScalarsUpTo(unsigned last, bool isFinish);
  llvm::Value *sharedResults(unsigned reduction);
  void overChunks(int64_t extent, llvm::Value *begin, llvm::Value *end,
                  llvm::function_ref<void(llvm::Value *first, llvm::Value *count)> whole,
                  llvm::function_ref<void()> rest);
  void accumulateChunks(const ElementLoop &loop, llvm::Value *begin, llvm::Value *end);
  void storeChunks(const ElementLoop &loop, llvm::Value *begin, llvm::Value *end);

  Schedule schedule_;
  llvm::SmallVector<unsigned, 2> keptInOutput_; // by slot: the output in whose row it waits, if that is so
  PrivateMemory private_;
  llvm::Value *columns_ = nullptr;   // i64: elements of a row, where they come with the launch
  llvm::Value *tileStart_ = nullptr; // i64: elements of the row before the tile; null: no loop over tiles
  llvm::SmallVector<llvm::Value *, 2> waiting_; // what waitingAccumulators() made, shared by all loops
  llvm::DenseMap<std::pair<unsigned, uint64_t>, llvm::Value *> inRegisters_; // kept value of an element
};

std::unique_ptr<BodyEmitter> createPacketLocal(ModuleContext &context, const BodyOptions &options);
std::unique_ptr<BodyEmitter> createWholeProgram(ModuleContext &context, const BodyOptions &options);

} // namespace tile_simd
