// A compiled kernel as bytes: what is kept on disk, and what a user saves.
//
//   "tile-simd/kernel"   16 bytes
//   format version       8 bytes, little-endian, as all numbers here
//   SHA-256              32 bytes, of everything behind it
//   size of the header   8 bytes
//   header               JSON: whom the code is for, the request it came of, what generation found out
//   object               the rest
//
// The digest finds damage, not malice: code of an image may only be run if it comes from somewhere trusted.
#pragma once

#include "jit/kernel_object.h"
#include "jit/request.h"

namespace tile_simd {

/// What decides whether the object may be run: all of it must be equal, but for features that this CPU has
/// more of.
struct ImageIdentity {
  std::string library; // version and build of this library
  std::string llvm;    // its version
  std::string triple;
  std::vector<std::string> features;
  std::string request; // JSON, as compile was given it

  bool operator==(const ImageIdentity &other) const;
  /// SHA-256 in hexadecimal: a name for files.
  std::string digest() const;
};

/// Of code that this process would make for `target`.
ImageIdentity identityOf(const TargetDescription &target, llvm::StringRef request);

struct KernelImage {
  ImageIdentity identity;
  std::string description; // the saver's own words
  llvm::json::Object made;
  std::string object;
};

/// `request` is the one that `kernel` was made of.
std::string encodeImage(const KernelObject &kernel, llvm::StringRef request, llvm::StringRef description);

/// ERR_KERNEL_IMAGE for bytes that are no image, or damaged.
llvm::Expected<KernelImage> decodeImage(llvm::StringRef bytes);

/// The kernel in an image. `request` is the image's, decoded.
llvm::Expected<KernelObject> restoreKernel(KernelImage image, const Request &request);

} // namespace tile_simd
