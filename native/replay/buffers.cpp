#include "replay/buffers.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>

namespace tile_simd::replay {
namespace {

constexpr size_t pageBytes = 4096;
// Buffers start at different places within a page: a store and a load at the same offset of two pages look
// alike to the load queue of many CPUs, and which rows meet so would be an accident of the allocator.
constexpr size_t staggerFloats[] = {0, 336, 560, 720, 912};
// Memory behind each buffer: what stands there must be an accident of neither the allocator nor the page
// table, because masked-off accesses may point at it.
constexpr size_t pagesAround = 16;
constexpr double tolerance = 5e-5;
constexpr uint32_t poison = 0xFFF1A55A; // a NaN of no arithmetic

/// The whole file as elements of T.
template <typename T> Problem readElements(const std::string &path, uint64_t elements, std::vector<T> &into) {
  std::ifstream stream(path, std::ios::binary | std::ios::ate);
  if (!stream)
    return path + " cannot be read";
  if (uint64_t(stream.tellg()) != elements * sizeof(T))
    return path + " has " + std::to_string(stream.tellg()) + " bytes, not " +
           std::to_string(elements * sizeof(T));
  into.resize(elements);
  stream.seekg(0);
  stream.read(reinterpret_cast<char *>(into.data()), std::streamsize(elements * sizeof(T)));
  return stream ? Problem() : Problem(path + " cannot be read");
}

} // namespace

Buffers::Buffer *Buffers::allocate(const std::string &name, uint64_t elements) {
  const size_t bytes = (elements * sizeof(float) / pageBytes + 2 + 2 * pagesAround) * pageBytes;
  void *memory = std::aligned_alloc(pageBytes, bytes);
  if (!memory)
    return nullptr;
  std::memset(memory, 0xFF, bytes);
  constexpr size_t floatsPerPage = pageBytes / sizeof(float);
  float *data = static_cast<float *>(memory) + pagesAround * floatsPerPage +
                staggerFloats[buffers_.size() % std::size(staggerFloats)];
  buffers_.push_back({name, {memory, &std::free}, data, {}});
  return &buffers_.back();
}

Problem Buffers::addInput(const std::string &name, uint64_t elements, const std::string &path) {
  Buffer *buffer = allocate(name, elements);
  if (!buffer)
    return "no memory for " + name;
  if (Problem problem = readElements(path, elements, buffer->original))
    return problem;
  std::memcpy(buffer->data, buffer->original.data(), elements * sizeof(float));
  return std::nullopt;
}

Problem Buffers::addOutput(const std::string &name, uint64_t elements, const std::string &path) {
  Buffer *buffer = allocate(name, elements);
  if (!buffer || output_)
    return buffer ? "a contest has one output" : "no memory for " + name;
  output_ = buffer->data;
  return readElements(path, elements, expected_);
}

float *Buffers::find(const std::string &name) const {
  for (const Buffer &buffer : buffers_)
    if (buffer.name == name)
      return buffer.data;
  return nullptr;
}

std::vector<Buffers::Range> Buffers::ranges() const {
  std::vector<Range> found;
  for (const Buffer &buffer : buffers_) {
    const uint64_t elements = buffer.data == output_ ? expected_.size() : buffer.original.size();
    found.push_back({buffer.name, reinterpret_cast<uint64_t>(buffer.data), elements * sizeof(float)});
  }
  return found;
}

void Buffers::clearOutput() {
  for (float *p = output_ - guardElements / 2; p < output_ + expected_.size() + guardElements / 2; ++p)
    std::memcpy(p, &poison, sizeof(poison));
}

CheckResult Buffers::check() {
  CheckResult result;
  for (size_t i = 0; i < expected_.size(); ++i) {
    const double got = output_[i], expected = expected_[i];
    const double error = std::abs(got - expected) / (tolerance + tolerance * std::abs(expected));
    if (!(error <= 1))
      ++result.wrong;
    if (!(error <= result.largestError))
      result.largestError = error;
  }
  const float *guards[] = {output_ - guardElements / 2, output_ + expected_.size()};
  for (const float *guard : guards)
    for (unsigned i = 0; i < guardElements / 2; ++i)
      result.guardsIntact &= std::memcmp(guard + i, &poison, sizeof(poison)) == 0;
  for (const Buffer &buffer : buffers_)
    result.inputsIntact &=
        std::memcmp(buffer.data, buffer.original.data(), buffer.original.size() * sizeof(float)) == 0;
  for (; result.output < outputs_.size(); ++result.output)
    if (std::memcmp(outputs_[result.output].data(), output_, expected_.size() * sizeof(float)) == 0)
      return result;
  outputs_.emplace_back(output_, output_ + expected_.size());
  return result;
}

} // namespace tile_simd::replay
