#include "guarded.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

namespace tile_simd::test {

size_t pageBytes() {
  static const size_t bytes = size_t(sysconf(_SC_PAGESIZE));
  return bytes;
}

GuardedPages::GuardedPages(size_t bytesPerSlot, unsigned slots)
    : slots_(slots), slotBytes_((bytesPerSlot + pageBytes() - 1) / pageBytes() * pageBytes()),
      mappedBytes_(pageBytes() + 2 * slots * (slotBytes_ + pageBytes())) {
  void *memory = mmap(nullptr, mappedBytes_, PROT_NONE, MAP_PRIVATE | MAP_ANON, -1, 0);
  bool good = memory != MAP_FAILED;
  base_ = static_cast<char *>(memory);
  for (unsigned slot = 0; good && slot < slots_; ++slot)
    good = mprotect(slotBegin(slot), slotBytes_, PROT_READ | PROT_WRITE) == 0;
  if (!good) {
    std::perror("no guarded memory");
    std::abort();
  }
  clear();
}

GuardedPages::~GuardedPages() { munmap(base_, mappedBytes_); }

void GuardedPages::clear() {
  for (unsigned slot = 0; slot < slots_; ++slot)
    std::memset(slotBegin(slot), canaryByte, slotBytes_);
}

std::vector<unsigned char> GuardedPages::content() const {
  std::vector<unsigned char> bytes;
  for (unsigned slot = 0; slot < slots_; ++slot)
    bytes.insert(bytes.end(), slotBegin(slot), slotBegin(slot) + slotBytes_);
  return bytes;
}

size_t GuardedPages::offsetOf(const void *address) const {
  size_t distance = size_t(static_cast<const char *>(address) - slotBegin(0));
  size_t pitch = slotBytes_ + pageBytes();
  return distance / pitch * slotBytes_ + distance % pitch;
}

int64_t GuardedPages::firstDifference(const std::vector<unsigned char> &expected) const {
  for (unsigned slot = 0; slot < slots_; ++slot) {
    const unsigned char *wanted = expected.data() + slot * slotBytes_;
    if (std::memcmp(slotBegin(slot), wanted, slotBytes_) == 0)
      continue;
    for (size_t i = 0; i < slotBytes_; ++i)
      if (static_cast<unsigned char>(slotBegin(slot)[i]) != wanted[i])
        return int64_t(slot * slotBytes_ + i);
  }
  return -1;
}

} // namespace tile_simd::test
