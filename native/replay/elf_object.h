// Links one relocatable x86-64 ELF object, a captured kernel, into this process: the very bytes that the
// compiler made, at addresses of this process's own.
//
// Nothing but the object, memcpy and memset goes into it: any other symbol that it lacks is an error, so what
// is timed here is what was captured. Sections stay apart and keep their order, so an address of the code is
// known by the section and the offset that a disassembly of the object shows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tile_simd::replay {

/// Nothing, or what is wrong.
using Problem = std::optional<std::string>;

class ElfObject {
public:
  struct Section {
    std::string name;
    uint8_t *address; // null for sections that take no memory
    uint64_t bytes;
    bool isCode;
  };

  ElfObject() = default;
  ~ElfObject();
  ElfObject(const ElfObject &) = delete;
  ElfObject &operator=(const ElfObject &) = delete;

  Problem link(const std::string &path);
  /// Address of a function that the object exports; null if there is none.
  void *find(const std::string &symbol) const;
  /// Symbols that were found outside of the object.
  const std::vector<std::string> &imports() const { return imports_; }
  const std::vector<Section> &sections() const { return sections_; }

private:
  struct Symbol {
    std::string name;
    uint8_t *address;
    bool isExported;
  };

  Problem place();
  Problem readSymbols();
  Problem relocate();
  Problem apply(uint8_t *at, uint32_t type, uint8_t *target, int64_t addend) const;
  uint8_t *stubFor(const std::string &name);

  std::vector<uint8_t> file_;
  std::vector<Section> sections_;
  std::vector<Symbol> symbols_;
  std::vector<std::string> imports_;
  uint8_t *memory_ = nullptr;
  uint64_t bytes_ = 0;
  uint8_t *nextStub_ = nullptr;
};

} // namespace tile_simd::replay
