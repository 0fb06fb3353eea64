#include "cache/private_directory.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Errno.h"

#include <atomic>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tile_simd {
namespace {

using namespace llvm;

constexpr mode_t ours = 0700;
constexpr mode_t writableByOthers = S_IWGRP | S_IWOTH;

/// Closes a descriptor.
struct Descriptor {
  int value;
  explicit Descriptor(int value) : value(value) {}
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  ~Descriptor() {
    if (value >= 0)
      ::close(value);
  }
  int release() { return std::exchange(value, -1); }
};

Error failure(StringRef path, const Twine &what) { return createStringError(path + ": " + what); }

/// One step down; makes the directory if it is missing.
Expected<int> enter(int parent, const std::string &name, StringRef path) {
  constexpr int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  int entered = ::openat(parent, name.c_str(), flags);
  if (entered < 0 && errno == ENOENT) {
    if (::mkdirat(parent, name.c_str(), ours) != 0 && errno != EEXIST) // another process may make it, too
      return failure(path, "cannot be made: " + sys::StrError());
    entered = ::openat(parent, name.c_str(), flags);
  }
  if (entered >= 0)
    return entered;
  const int reason = errno;
  struct stat status;
  if (::fstatat(parent, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(status.st_mode))
    return failure(path, "is a symbolic link");
  return failure(path, "cannot be opened: " + sys::StrError(reason));
}

bool readAll(int descriptor, char *into, size_t bytes) {
  while (bytes > 0) {
    const ssize_t got = ::read(descriptor, into, bytes);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return false;
    into += got;
    bytes -= size_t(got);
  }
  return true;
}

bool writeAll(int descriptor, StringRef bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(descriptor, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR)
      continue;
    if (put <= 0)
      return false;
    bytes = bytes.drop_front(size_t(put));
  }
  return true;
}

} // namespace

Expected<PrivateDirectory> PrivateDirectory::open(StringRef path) {
  if (!path.starts_with("/") || path.contains('\0'))
    return failure(path, "is not an absolute path");
  SmallVector<StringRef, 16> components;
  path.split(components, '/', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  Descriptor directory(::open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.value < 0)
    return failure("/", "cannot be opened: " + sys::StrError());
  for (StringRef component : components) {
    if (component == "." || component == "..")
      return failure(path, "has a component '" + component + "'");
    const StringRef sofar = path.take_front(size_t(component.end() - path.begin()));
    Expected<int> next = enter(directory.value, component.str(), sofar);
    if (!next)
      return next.takeError();
    ::close(std::exchange(directory.value, *next));
  }
  struct stat status;
  if (::fstat(directory.value, &status) != 0)
    return failure(path, "cannot be examined: " + sys::StrError());
  if (status.st_uid != ::geteuid())
    return failure(path, "belongs to user " + Twine(status.st_uid) + ", not to " + Twine(::geteuid()));
  if ((status.st_mode & 07777 & ~mode_t(S_ISGID)) != ours)
    return failure(path, "has another mode than 0700 (run chmod 700)");
  return PrivateDirectory(directory.release());
}

PrivateDirectory::PrivateDirectory(PrivateDirectory &&other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

PrivateDirectory::~PrivateDirectory() {
  if (descriptor_ >= 0)
    ::close(descriptor_);
}

std::optional<std::string> PrivateDirectory::read(const std::string &name, uint64_t limit) const {
  // Not to wait for a writer, should the name be that of a pipe.
  Descriptor file(::openat(descriptor_, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status;
  if (file.value < 0 || ::fstat(file.value, &status) != 0 || !S_ISREG(status.st_mode) ||
      status.st_uid != ::geteuid() || (status.st_mode & writableByOthers) || uint64_t(status.st_size) > limit)
    return std::nullopt;
  std::string bytes(size_t(status.st_size), '\0');
  if (!readAll(file.value, bytes.data(), bytes.size()))
    return std::nullopt;
  ::futimens(file.value, nullptr); // where that is not allowed, the file looks older than it is
  return bytes;
}

bool PrivateDirectory::write(const std::string &name, StringRef bytes) const {
  static std::atomic<unsigned> count{0};
  const std::string temporary =
      (temporaryPrefix + Twine(::getpid()) + "-" + Twine(count++) + "-" + name).str();
  auto create = [&] {
    return ::openat(descriptor_, temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                    0600);
  };
  Descriptor file(create());
  if (file.value < 0 && errno == EEXIST && remove(temporary)) // left by a process of that number
    file.value = create();
  if (file.value < 0)
    return false;
  if (writeAll(file.value, bytes) &&
      ::renameat(descriptor_, temporary.c_str(), descriptor_, name.c_str()) == 0)
    return true;
  remove(temporary);
  return false;
}

bool PrivateDirectory::remove(const std::string &name) const {
  return ::unlinkat(descriptor_, name.c_str(), 0) == 0 || errno == ENOENT;
}

std::vector<PrivateDirectory::File> PrivateDirectory::files() const {
  std::vector<File> files;
  // A descriptor of its own: the position of a copy would be shared.
  int again = ::openat(descriptor_, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *stream = again < 0 ? nullptr : ::fdopendir(again);
  if (!stream) {
    if (again >= 0)
      ::close(again);
    return files;
  }
  while (const dirent *entry = ::readdir(stream)) {
    struct stat status;
    if (::fstatat(descriptor_, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(status.st_mode))
      continue;
#ifdef __APPLE__
    const timespec used = status.st_mtimespec;
#else
    const timespec used = status.st_mtim;
#endif
    files.push_back({entry->d_name, uint64_t(status.st_size), used});
  }
  ::closedir(stream);
  return files;
}

} // namespace tile_simd
