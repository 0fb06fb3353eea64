// The C library's newer functions as the addon has them: libgcc's unwinder gets what it asks for, numbers
// differ.
#include "check.h"

#include <cstdint>
#include <set>

#if defined(__linux__)
#include <link.h>

using namespace tile_simd::test;

struct FoundObject {
  unsigned long long flags;
  void *mapStart;
  void *mapEnd;
  void *linkMap;
  void *ehFrame;
  unsigned long long reserved[7];
};

extern "C" int findObject(void *address, FoundObject *result) __asm__("_dl_find_object");
extern "C" uint32_t randomNumber() __asm__("arc4random");

static int countTables(dl_phdr_info *info, size_t, void *data) {
  const auto *object = static_cast<const FoundObject *>(data);
  for (ElfW(Half) i = 0; i < info->dlpi_phnum; ++i)
    if (info->dlpi_phdr[i].p_type == PT_GNU_EH_FRAME &&
        reinterpret_cast<void *>(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr) == object->ehFrame)
      return 1;
  return 0;
}

static void expectObject(void *address) {
  FoundObject object{};
  check(findObject(address, &object) == 0, "findObject(address, &object) == 0");
  check(address >= object.mapStart && address < object.mapEnd,
        "address >= object.mapStart && address < object.mapEnd");
  check(dl_iterate_phdr(countTables, &object) == 1, "dl_iterate_phdr(countTables, &object) == 1");
}

int main() {
  expectObject(reinterpret_cast<void *>(&main));
  expectObject(reinterpret_cast<void *>(&dl_iterate_phdr));
  int local = 0;
  FoundObject object{};
  check(findObject(&local, &object) == -1, "findObject(&local, &object) == -1");
  check(findObject(nullptr, &object) == -1, "findObject(nullptr, &object) == -1");
  std::set<uint32_t> numbers;
  for (int i = 0; i < 64; ++i)
    numbers.insert(randomNumber());
  check(numbers.size() > 60, "numbers.size() > 60");
  return finish();
}
#else
int main() { return tile_simd::test::finish(); }
#endif
