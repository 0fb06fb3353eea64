// Values that wait in the row of the output that is stored last (`materialize: "output"`).
//
// What is dear to compute and needed again after a reduction then costs no memory of its own, and the
// output's lines are in the cache when they are written for good. It is right where nothing reads what such a
// store may have overwritten: an output may be the very memory of an input (ir/in_place.h).
#pragma once

#include "codegen/schedule.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

namespace tile_simd {

/// The output in whose row the values of each slot of `schedule` (that of Materialize::Output) wait.
/// ERR_INVALID_PLAN with the reason where there is none for a slot.
llvm::Expected<llvm::SmallVector<unsigned, 2>> outputsOfSlots(const ir::Program &program,
                                                              const Schedule &schedule);

} // namespace tile_simd
