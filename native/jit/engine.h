// The process's one JIT: an ORC session that links objects into executable memory and takes them out again.
//
// It lives to the end of the process on purpose: kernels may be running on other threads while static
// destructors run. Linking happens on the calling thread; no thread is ever started.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace llvm::orc {
class JITDylib;
}

namespace tile_simd {

/// Code of one object in memory; destroying it frees that memory.
class LinkedObject {
public:
  explicit LinkedObject(llvm::orc::JITDylib &dylib) : dylib_(dylib) {}
  ~LinkedObject();
  LinkedObject(const LinkedObject &) = delete;
  LinkedObject &operator=(const LinkedObject &) = delete;

  /// Address of a global symbol.
  llvm::Expected<uint64_t> lookup(llvm::StringRef symbol) const;

private:
  llvm::orc::JITDylib &dylib_;
};

/// Links a relocatable object. Its only allowed unresolved symbols are memcpy, memmove and memset.
llvm::Expected<std::unique_ptr<LinkedObject>> linkObject(llvm::MemoryBufferRef object);

} // namespace tile_simd
