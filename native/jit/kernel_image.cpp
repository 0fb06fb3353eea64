#include "jit/kernel_image.h"

#include "support/build_id.h"
#include "support/error.h"
#include "support/json.h"
#include "target/cpu.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"

namespace tile_simd {
namespace {

using namespace llvm;

constexpr char magic[] = "tile-simd/kernel";
constexpr uint64_t formatVersion = 1;
constexpr size_t magicBytes = sizeof(magic) - 1, digestBytes = 32, numberBytes = 8;
constexpr size_t digestAt = magicBytes + numberBytes, digestedFrom = digestAt + digestBytes,
                 headerAt = digestedFrom + numberBytes;

Error notAnImage(const Twine &what) { return make_error<TileError>("ERR_KERNEL_IMAGE", "bytes", what.str()); }

std::string digestOf(StringRef bytes) {
  SHA256 hash;
  hash.update(bytes);
  return toStringRef(hash.final()).str();
}

void appendNumber(std::string &bytes, uint64_t number) {
  char encoded[numberBytes];
  support::endian::write64le(encoded, number);
  bytes.append(encoded, numberBytes);
}

json::Object identityJson(const ImageIdentity &identity) {
  return json::Object{{"library", identity.library},
                      {"llvm", identity.llvm},
                      {"triple", identity.triple},
                      {"features", identity.features},
                      {"request", json::fixUTF8(identity.request)}};
}

json::Object madeJson(const KernelObject &kernel) {
  const Specialization &special = kernel.specialization;
  return json::Object{{"workspaceBytes", int64_t(kernel.workspaceBytes)},
                      {"snapshotBytes", int64_t(kernel.snapshotBytes)},
                      {"bodyInstructions", kernel.bodyInstructions},
                      {"frames", json::Value(json::Object(kernel.frames))},
                      {"specialization", json::Object{{"applied", special.applied},
                                                      {"reason", special.reason},
                                                      {"clones", special.clones},
                                                      {"clonedInstructions", special.clonedInstructions},
                                                      {"fullCallSites", special.fullCallSites},
                                                      {"tailCallSites", special.tailCallSites}}}};
}

/// A count that fits `number`.
bool mapCount(json::ObjectMapper &map, StringLiteral key, unsigned &number) {
  uint64_t count = 0;
  if (!map.map(key, count) || count > UINT32_MAX)
    return false;
  number = unsigned(count);
  return true;
}

} // namespace

// LLVM's mapper finds these by the type of their second argument.
static bool fromJSON(const json::Value &value, Specialization &special, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("applied", special.applied) && map.map("reason", special.reason) &&
         mapCount(map, "clones", special.clones) &&
         mapCount(map, "clonedInstructions", special.clonedInstructions) &&
         mapCount(map, "fullCallSites", special.fullCallSites) &&
         mapCount(map, "tailCallSites", special.tailCallSites);
}

static bool fromJSON(const json::Value &value, ImageIdentity &identity, json::Path path) {
  json::ObjectMapper map(value, path);
  return map && map.map("library", identity.library) && map.map("llvm", identity.llvm) &&
         map.map("triple", identity.triple) && map.map("features", identity.features) &&
         map.map("request", identity.request);
}

bool ImageIdentity::operator==(const ImageIdentity &other) const {
  return library == other.library && llvm == other.llvm && triple == other.triple &&
         features == other.features && request == other.request;
}

std::string ImageIdentity::digest() const {
  std::string text;
  raw_string_ostream(text) << formatVersion << json::Value(identityJson(*this));
  return toHex(digestOf(text), /*LowerCase=*/true);
}

ImageIdentity identityOf(const TargetDescription &target, StringRef request) {
  return {std::string(libraryVersion()) + "+" + buildId(), llvmVersion(), target.triple.str(),
          target.features, request.str()};
}

std::string encodeImage(const KernelObject &kernel, StringRef request, StringRef description) {
  std::string header;
  raw_string_ostream(header) << json::Value(
      json::Object{{"identity", identityJson(identityOf(kernel.target, request))},
                   {"description", json::fixUTF8(description)},
                   {"made", madeJson(kernel)}});
  std::string digested;
  appendNumber(digested, header.size());
  digested += header;
  digested += kernel.object;
  std::string bytes = magic;
  appendNumber(bytes, formatVersion);
  bytes += digestOf(digested);
  bytes += digested;
  return bytes;
}

Expected<KernelImage> decodeImage(StringRef bytes) {
  if (bytes.size() < headerAt || !bytes.starts_with(magic))
    return notAnImage("it does not begin as one");
  if (uint64_t version = support::endian::read64le(bytes.data() + magicBytes); version != formatVersion)
    return notAnImage("its format is version " + Twine(version) + ", expected " + Twine(formatVersion));
  if (digestOf(bytes.drop_front(digestedFrom)) != bytes.substr(digestAt, digestBytes))
    return notAnImage("it is damaged, its digest is another");
  const uint64_t headerBytes = support::endian::read64le(bytes.data() + digestedFrom);
  if (headerBytes > bytes.size() - headerAt)
    return notAnImage("its header is longer than the whole");
  Expected<json::Value> header = parseJson(bytes.substr(headerAt, headerBytes));
  if (!header)
    return notAnImage(toString(header.takeError()));

  KernelImage image;
  json::Path::Root root("header");
  json::ObjectMapper map(*header, root);
  if (!map || !map.map("identity", image.identity) || !map.map("description", image.description))
    return notAnImage(toString(root.getError()));
  if (const json::Object *made = header->getAsObject()->getObject("made"))
    image.made = *made;
  image.object = bytes.drop_front(headerAt + headerBytes).str();
  return image;
}

Expected<KernelObject> restoreKernel(KernelImage image, const Request &request) {
  KernelObject kernel = describeKernel(request);
  kernel.target.features = std::move(image.identity.features);
  json::Path::Root root("header.made");
  const json::Value made(std::move(image.made));
  json::ObjectMapper map(made, root);
  if (!map || !map.map("workspaceBytes", kernel.workspaceBytes) ||
      !map.map("snapshotBytes", kernel.snapshotBytes) ||
      !mapCount(map, "bodyInstructions", kernel.bodyInstructions) ||
      !map.map("specialization", kernel.specialization))
    return notAnImage(toString(root.getError()));
  if (const json::Object *frames = made.getAsObject()->getObject("frames"))
    kernel.frames = *frames;
  kernel.object = std::move(image.object);
  return kernel;
}

} // namespace tile_simd
