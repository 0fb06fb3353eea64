// A directory that is this user's alone: what lies there was put there by this user.
//
// It is reached from the root, component by component, following no symbolic link, and must belong to the
// user of this process with mode 0700; what is missing is made so. From then on everything goes through its
// descriptor: the path may be put elsewhere, the directory stays.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <ctime>
#include <optional>
#include <string>
#include <vector>

namespace tile_simd {

class PrivateDirectory {
public:
  /// The error is a sentence for the user, without a code.
  static llvm::Expected<PrivateDirectory> open(llvm::StringRef path);
  PrivateDirectory(PrivateDirectory &&other) noexcept;
  PrivateDirectory &operator=(PrivateDirectory &&) = delete;
  ~PrivateDirectory();

  /// The contents of a regular file of this user that nobody else may write, of at most `limit` bytes;
  /// nothing if there is none, whatever the reason. Marks the file as used now.
  std::optional<std::string> read(const std::string &name, uint64_t limit) const;

  /// Puts a file in the place of whatever has that name, at once and whole: readers see the old one or the
  /// new.
  bool write(const std::string &name, llvm::StringRef bytes) const;

  /// Whether it is gone afterwards.
  bool remove(const std::string &name) const;

  struct File {
    std::string name;
    uint64_t bytes;
    timespec used;
  };
  /// Its regular files; symbolic links are none.
  std::vector<File> files() const;

private:
  explicit PrivateDirectory(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

/// How the names of files begin that are being written.
inline constexpr char temporaryPrefix[] = ".new-";

} // namespace tile_simd
