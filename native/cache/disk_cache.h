// Kernel images in a private directory, one file each, named by the digest of their identity.
//
// A file that is damaged, foreign or not a plain file of this user's is as good as none, and the next store
// of that identity takes its place. Several processes may use one directory at the same time.
#pragma once

#include "cache/private_directory.h"
#include "jit/kernel_image.h"

#include <optional>

namespace tile_simd {

/// The image of exactly this identity.
std::optional<KernelImage> findImage(const PrivateDirectory &directory, const ImageIdentity &identity);

/// Keeps an image and removes those used longest ago until all of them have at most `limit` bytes. An image
/// above the limit is not kept. Whether it was.
bool storeImage(const PrivateDirectory &directory, const ImageIdentity &identity, llvm::StringRef image,
                uint64_t limit);

} // namespace tile_simd
