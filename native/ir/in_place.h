// Which inputs an output may share its memory with.
#pragma once

#include "ir/tile_ir.h"

namespace tile_simd::ir {

/// A bit per parameter: inputs that parameter `output` may be the very memory of (same start and strides).
///
/// A program reads everything that its reductions need before it stores, but in the last level each sweep
/// over a row loads and stores element by element, one dim after the other in the order of Program::dims; and
/// so does a loop over column tiles, in whichever level it runs. So memory may be shared where no loaded
/// element was stored before: by an earlier sweep, or as another element of the same one.
uint64_t inPlaceInputs(const Program &program, unsigned output);

} // namespace tile_simd::ir
