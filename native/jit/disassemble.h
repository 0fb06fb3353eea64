// Readable assembly of an object: what really runs, not what a second compilation would have given.
#pragma once

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Target/TargetMachine.h"

#include <string>

namespace tile_simd {

/// Labels, instructions, relocations as comments; every text section of the object.
llvm::Expected<std::string> disassembleObject(llvm::MemoryBufferRef object,
                                              const llvm::TargetMachine &machine);

} // namespace tile_simd
