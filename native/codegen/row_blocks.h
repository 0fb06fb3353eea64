// How W rows at once move between buffers and one W-vector per column: the memory side of whole-program
// mapping.
//
// Rows lie apart in memory, so elements move in blocks of W rows by a few columns through register transposes
// (codegen/transpose.h): every access to a buffer is a vector of neighbouring elements of one row. An
// inactive lane's row is never touched: the lane reads an active lane's row along with it, which needs no
// mask, computes on that, and stores nothing.
#pragma once

#include "codegen/body.h"
#include "codegen/transpose.h"

#include <array>
#include <map>

namespace tile_simd {

class RowBlocks : public BodyEmitter {
public:
  using BodyEmitter::BodyEmitter;

protected:
  unsigned unitElements() const override { return blockColumns; }
  unsigned validColumns(int64_t valid) const { return unsigned(std::min<int64_t>(valid, unitElements())); }

  /// One vector per valid column of the block.
  llvm::SmallVector<llvm::Value *, 4> loadBlock(const ElementLoop &loop, const ir::Op &o,
                                                llvm::Value *element, int64_t valid);
  void storeBlock(const ElementLoop &loop, const ir::Op &o, llvm::Value *element,
                  llvm::ArrayRef<llvm::Value *> columns, int64_t valid);
  /// The element at `place` of every program's row: one access for all, or one for each.
  llvm::Value *loadColumnOf(unsigned param, llvm::Value *place);
  void storeColumnOf(unsigned param, llvm::Value *place, llvm::Value *value);

private:
  using Move = llvm::function_ref<void(llvm::Value *lane, llvm::Value *inRow)>;

  struct Row {
    llvm::Value *base = nullptr;
    std::array<llvm::Value *, 16> offsets{}; // elements to each lane's row; null: none
  };

  // Addresses. A grid's packet runs along its inner index, and a flat program is one element: there the lanes
  // of a packet are neighbours in memory, and nothing needs to be transposed.
  bool lanesAreNeighbours(unsigned param) const;
  bool isRow(unsigned param) const;
  bool goesByColumns(const ir::Op &o) const;
  llvm::Value *rowElement(unsigned param, unsigned lane, llvm::Value *element);
  llvm::Value *scatteredOffset(unsigned param, unsigned lane, llvm::Value *stride);
  llvm::Value *isActive(unsigned lane);
  llvm::Value *rowPointers(unsigned param, llvm::Value *place);
  llvm::Value *rowMask(unsigned lane);
  void forRows(unsigned param, llvm::Value *element, bool everyLane, Move move);

  // Columns and blocks.
  llvm::Value *loadColumn(unsigned param, llvm::Value *element);
  bool streams(unsigned param) const;
  void streamColumn(unsigned param, llvm::Value *address, llvm::Value *stored);
  void prefetchRows(unsigned param, llvm::Value *element, llvm::Value *at);
  llvm::SmallVector<llvm::Value *, 4> loadRagged(unsigned param, llvm::Value *element, unsigned columns);
  void storeRagged(unsigned param, llvm::Value *element, llvm::ArrayRef<llvm::Value *> columns);
  llvm::Value *raggedColumn(llvm::Value *ragged, unsigned param, unsigned column);

  // row_stages.cpp
  bool isStaged(const ElementLoop &loop, const ir::Op &o) const;
  llvm::Value *line(llvm::Value *stage, unsigned param, llvm::Value *lane);
  llvm::Value *lineBlock(Builder &b, llvm::Value *stage, unsigned param, unsigned lane, llvm::Value *column);
  llvm::Function *stageFunction(const llvm::Twine &name, unsigned param, llvm::Type *result,
                                llvm::ArrayRef<llvm::Type *> more,
                                llvm::function_ref<void(llvm::Function *, Builder &)> emit);
  llvm::Function *stageReader(unsigned param);
  llvm::Function *stageWriter(unsigned param);
  llvm::Value *lineMask(llvm::Value *columns);
  llvm::SmallVector<llvm::Value *, 4> loadStaged(const ElementLoop &loop, unsigned param,
                                                 llvm::Value *element);
  void storeStaged(const ElementLoop &loop, unsigned param, llvm::Value *element,
                   llvm::ArrayRef<llvm::Value *> columns);

  static constexpr unsigned lineElements = 16;
  static constexpr uint64_t lineBytes = 64;
  static constexpr int64_t stagedExtent = 1024; // 4 KiB
  static constexpr unsigned raggedScratch = ~0u;
  static constexpr llvm::Align scratchAlign{llvm::Align::Constant<64>()};

  /// A row's part of a block, and a line of a row, as the buffer holds them.
  llvm::FixedVectorType *partType(unsigned param) const {
    return llvm::FixedVectorType::get(context_.elementType(param), unitElements());
  }
  llvm::FixedVectorType *lineType(unsigned param) const {
    return llvm::FixedVectorType::get(context_.elementType(param), lineElements);
  }
  llvm::Align lineAlign(unsigned param) const {
    return llvm::Align(lineElements * context_.elementAlign(param).value());
  }
  llvm::Align partAlign(unsigned param) const {
    return llvm::Align(unitElements() * context_.elementAlign(param).value());
  }
  llvm::Value *scratch(unsigned param, unsigned columns);

  llvm::DenseMap<unsigned, Row> rows_;
  std::array<llvm::Value *, 16> laneActive_{};
  llvm::Value *activeSplat_ = nullptr;        // as many times as a block has columns
  std::map<unsigned, llvm::Value *> scratch_; // by parameter
};

} // namespace tile_simd
