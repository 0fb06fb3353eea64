#include "cache/disk_cache.h"

#include "llvm/ADT/STLExtras.h"

#include <tuple>

namespace tile_simd {
namespace {

using namespace llvm;

constexpr char extension[] = ".kernel";
constexpr uint64_t largestImage = uint64_t(64) << 20;
constexpr time_t writingTakesAtMost = 3600; // seconds; a temporary file of that age was abandoned

std::string fileOf(const ImageIdentity &identity) { return identity.digest() + extension; }

void evict(const PrivateDirectory &directory, uint64_t limit) {
  std::vector<PrivateDirectory::File> files = directory.files();
  const time_t now = std::time(nullptr);
  erase_if(files, [&](const PrivateDirectory::File &file) {
    if (StringRef(file.name).starts_with(temporaryPrefix) && now - file.used.tv_sec > writingTakesAtMost)
      directory.remove(file.name);
    return !StringRef(file.name).ends_with(extension) || StringRef(file.name).starts_with(temporaryPrefix);
  });
  uint64_t total = 0;
  for (const PrivateDirectory::File &file : files)
    total += file.bytes;
  if (total <= limit)
    return;
  sort(files, [](const PrivateDirectory::File &a, const PrivateDirectory::File &b) {
    return std::tie(a.used.tv_sec, a.used.tv_nsec, a.name) < std::tie(b.used.tv_sec, b.used.tv_nsec, b.name);
  });
  for (const PrivateDirectory::File &file : files) {
    if (total <= limit)
      return;
    if (directory.remove(file.name))
      total -= file.bytes;
  }
}

} // namespace

std::optional<KernelImage> findImage(const PrivateDirectory &directory, const ImageIdentity &identity) {
  std::optional<std::string> bytes = directory.read(fileOf(identity), largestImage);
  if (!bytes)
    return std::nullopt;
  Expected<KernelImage> image = decodeImage(*bytes);
  if (!image) {
    consumeError(image.takeError());
    return std::nullopt;
  }
  if (!(image->identity == identity))
    return std::nullopt;
  return std::move(*image);
}

bool storeImage(const PrivateDirectory &directory, const ImageIdentity &identity, StringRef image,
                uint64_t limit) {
  if (image.size() > std::min(limit, largestImage))
    return false;
  if (!directory.write(fileOf(identity), image))
    return false;
  evict(directory, limit);
  return true;
}

} // namespace tile_simd
