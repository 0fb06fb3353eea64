// Kernels from memory, disk and saved bytes: whatever is wrong with them, the code that runs is right.
#include "check.h"
#include "requests.h"

#include "cache/code_cache.h"
#include "cache/disk_cache.h"
#include "runtime/launch.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace tile_simd;
using namespace tile_simd::test;

namespace {

constexpr int64_t cols = 21;
constexpr uint64_t plenty = uint64_t(1) << 30;

std::string requestOf(int64_t columns, unsigned width = 4) {
  KernelChoice choice;
  choice.cols = columns;
  choice.width = width;
  return requestText(choice);
}

/// Three rows of `cols` columns.
std::vector<float> run(const Kernel &kernel) {
  std::vector<float> x(3 * cols), weight(cols), y(3 * cols);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = float(i * 7 % 13) - 5;
  for (size_t i = 0; i < weight.size(); ++i)
    weight[i] = 1 + float(i) / 8;
  LaunchArgument arguments[4] = {};
  arguments[0].data = x.data();
  arguments[0].rowStride = cols;
  arguments[1].data = weight.data();
  arguments[2].value = 1e-5f;
  arguments[3].data = y.data();
  arguments[3].rowStride = cols;
  check(launchRange(kernel.entry(), arguments, 4, 0, 3, kernel.workspaceBytes()) == LaunchResult::Done,
        "the kernel runs");
  return y;
}

/// A folder of this test's own, removed with what is in it.
class Folder {
public:
  Folder() {
    const char *base = std::getenv("TMPDIR");
    std::string name = std::string(base ? base : "/tmp") + "/tile-simd-XXXXXX";
    path = ::mkdtemp(name.data()) ? name : "";
    char *real = ::realpath(path.c_str(), nullptr); // the system's own folder may be behind a link
    path = real;
    std::free(real);
  }
  ~Folder() {
    if (std::system(("chmod -R u+rwx '" + path + "' && rm -rf '" + path + "'").c_str()) != 0)
      std::perror("removing the test's folder");
  }
  std::string path;
};

PrivateDirectory mustOpen(const std::string &path) {
  return llvm::cantFail(PrivateDirectory::open(path), "the folder of the test");
}

std::string problemOf(const std::string &path) { return checkDisk(path); }

bool contains(const std::string &text, const char *part) { return text.find(part) != std::string::npos; }

CachedKernel mustGet(CodeCache &cache, const std::string &request, const DiskOptions &disk) {
  return llvm::cantFail(cache.get(request, disk), "a request of the test");
}

std::string readFile(const std::string &path) {
  std::string bytes;
  if (std::FILE *file = std::fopen(path.c_str(), "rb")) {
    for (int c; (c = std::fgetc(file)) != EOF;)
      bytes += char(c);
    std::fclose(file);
  }
  return bytes;
}

void writeFile(const std::string &path, const std::string &bytes) {
  std::FILE *file = std::fopen(path.c_str(), "wb");
  if (check(file, "%s can be written", path.c_str())) {
    std::fwrite(bytes.data(), 1, bytes.size(), file);
    std::fclose(file);
    ::chmod(path.c_str(), 0600);
  }
}

void directoriesAreChecked() {
  Folder folder;
  const std::string good = folder.path + "/a/b";
  check(problemOf(good).empty(), "a missing folder is made");
  struct stat status;
  check(::stat(good.c_str(), &status) == 0 && (status.st_mode & 07777) == 0700, "with mode 0700");
  check(problemOf(good + "//").empty() && problemOf(good).empty(), "and found again");

  check(contains(problemOf("a/b"), "absolute"), "a relative path");
  check(contains(problemOf(""), "absolute"), "an empty path");
  check(contains(problemOf(folder.path + "/a/../a/b"), "'..'"), "a path with ..");
  for (mode_t mode : {0755, 0770, 0711, 0500, 01700}) {
    ::chmod(good.c_str(), mode);
    check(contains(problemOf(good), "0700"), "mode %o", unsigned(mode));
  }
  ::chmod(good.c_str(), 0700);
  check(::symlink(good.c_str(), (folder.path + "/link").c_str()) == 0 &&
            contains(problemOf(folder.path + "/link"), "symbolic link"),
        "a link to the folder");
  check(::symlink((folder.path + "/a").c_str(), (folder.path + "/between").c_str()) == 0 &&
            contains(problemOf(folder.path + "/between/b"), "/between: is a symbolic link"),
        "a link on the way");
  check(::symlink("nowhere", (folder.path + "/dangling").c_str()) == 0 &&
            contains(problemOf(folder.path + "/dangling"), "symbolic link"),
        "a link to nowhere");
  writeFile(folder.path + "/file", "x");
  check(!problemOf(folder.path + "/file").empty() && !problemOf(folder.path + "/file/in").empty(),
        "a file in the place of a folder");
  if (::geteuid() == 0) {
    check(::chown(good.c_str(), 12345, 12345) == 0 && contains(problemOf(good), "belongs to user 12345"),
          "another's folder");
  }
}

void filesAreChecked() {
  Folder folder;
  const PrivateDirectory directory = mustOpen(folder.path + "/c");
  const std::string path = folder.path + "/c/name";
  auto reads = [&](uint64_t limit = 100) { return directory.read("name", limit); };
  check(!reads(), "nothing is there");
  check(directory.write("name", "bytes") && reads() == "bytes", "what was written is read");
  check(directory.write("name", "") && reads() == "", "also where it is empty");
  check(directory.write("name", "other") && reads(5) == "other" && !reads(4), "up to the limit");
  struct stat status;
  check(::stat(path.c_str(), &status) == 0 && (status.st_mode & 07777) == 0600, "files have mode 0600");
  for (mode_t mode : {0620, 0602, 0666}) {
    ::chmod(path.c_str(), mode);
    check(!reads(), "a file of mode %o", unsigned(mode));
  }
  check(directory.write("name", "again") && reads() == "again", "is replaced");
  if (::geteuid() == 0) {
    check(::chown(path.c_str(), 12345, 0) == 0 && !reads(), "another's file");
    check(directory.write("name", "ours") && reads() == "ours", "is replaced");
  }
  writeFile(folder.path + "/target", "target");
  check(directory.remove("name") && !reads() && ::symlink("../target", path.c_str()) == 0 && !reads(),
        "a link");
  check(directory.files().empty(), "is no file");
  check(directory.write("name", "ours") && reads() == "ours" && readFile(folder.path + "/target") == "target",
        "is replaced, and not what it points to");
  check(directory.remove("name") && ::mkfifo(path.c_str(), 0600) == 0 && !reads(), "a pipe, without waiting");
  check(directory.write("name", "ours") && reads() == "ours", "is replaced");
  check(directory.remove("name") && ::mkdir(path.c_str(), 0700) == 0 && !reads(), "a folder");
  check(!directory.write("name", "ours") && directory.files().empty(), "stays, and nothing is left behind");
}

/// Every image that a byte was changed in, cut off or appended is refused as damaged.
void damageIsFound() {
  const auto kernel = llvm::cantFail(compileKernel(requestOf(cols)), "a request of the test");
  const std::string image = kernel->image("words");
  auto code = [](const std::string &bytes) {
    auto decoded = decodeImage(bytes);
    return decoded ? std::string() : llvm::toString(decoded.takeError()).substr(0, 16);
  };
  check(code(image).empty(), "the image as it is");
  for (size_t i = 0; i < image.size(); ++i) {
    std::string changed = image;
    changed[i] = char(changed[i] ^ (1 << (i % 8)));
    check(code(changed) == "ERR_KERNEL_IMAGE", "bit %zu of byte %zu", i % 8, i);
    check(code(image.substr(0, i)) == "ERR_KERNEL_IMAGE", "%zu bytes", i);
  }
  check(code(image + "x") == "ERR_KERNEL_IMAGE", "a byte behind");
  std::mt19937 random(1);
  for (unsigned i = 0; i < 2000; ++i) {
    std::string bytes(random() % 300, '\0');
    for (char &byte : bytes)
      byte = char(random());
    if (random() % 2)
      bytes.replace(0, 24, image, 0, 24);
    check(code(bytes) == "ERR_KERNEL_IMAGE", "random bytes %u", i);
  }

  KernelImage decoded = llvm::cantFail(decodeImage(image));
  check(decoded.description == "words" && decoded.object == kernel->object() &&
            decoded.identity.request == kernel->request(),
        "an image holds what was put in");
  const Request request = llvm::cantFail(decodeRequest(kernel->request()));
  const auto again = llvm::cantFail(
      linkKernel(llvm::cantFail(restoreKernel(std::move(decoded), request)), kernel->request()));
  check(run(*again) == run(*kernel), "the same results");
  check(again->workspaceBytes() == kernel->workspaceBytes() &&
            again->specialization().fullCallSites == kernel->specialization().fullCallSites,
        "the same facts");
  check(llvm::cantFail(again->texts())->llvm == llvm::cantFail(kernel->texts())->llvm &&
            llvm::cantFail(again->assembly()) == llvm::cantFail(kernel->assembly()),
        "the same texts");

  KernelImage odd = llvm::cantFail(decodeImage(image));
  for (const char *key : {"workspaceBytes", "specialization", "bodyInstructions"}) {
    for (bool missing : {false, true}) {
      KernelImage wrong = odd;
      if (missing)
        wrong.made.erase(key);
      else
        wrong.made[key] = "text";
      auto restored = restoreKernel(std::move(wrong), request);
      check(!restored, "%s %s", key, missing ? "missing" : "of another type");
      llvm::consumeError(restored.takeError());
    }
  }
}

/// What identity and digest are made of, changed in turn: another name, and never found under the first.
void identitiesAreApart() {
  Folder folder;
  const PrivateDirectory directory = mustOpen(folder.path + "/c");
  const auto kernel = llvm::cantFail(compileKernel(requestOf(cols)));
  const ImageIdentity identity = llvm::cantFail(decodeImage(kernel->image(""))).identity;
  check(storeImage(directory, identity, kernel->image(""), plenty) &&
            findImage(directory, identity).has_value(),
        "an image is found");
  check(contains(identity.library, "+") && identity.library.size() > 20, "the build has an id: %s",
        identity.library.c_str());
  std::vector<ImageIdentity> others(6, identity);
  others[0].library += "x";
  others[1].llvm = "20.1.0";
  others[2].triple = "aarch64-unknown-linux-gnu";
  others[3].features.push_back("more");
  others[4].features.clear();
  others[5].request += " ";
  for (const ImageIdentity &other : others) {
    check(other.digest() != identity.digest() && !findImage(directory, other), "another identity");
    // The file of another identity in the place of this one.
    check(directory.write(other.digest() + ".kernel", kernel->image("")) && !findImage(directory, other),
          "an image under a foreign name");
  }
}

void diskServes() {
  Folder folder;
  const DiskOptions disk{folder.path + "/c", plenty};
  const std::string request = requestOf(cols);
  const auto reference = llvm::cantFail(compileKernel(request));
  const std::vector<float> expected = run(*reference);
  std::string path;
  auto get = [&](KernelSource source, const char *what) {
    CodeCache fresh; // as in another process
    const CachedKernel got = mustGet(fresh, request, disk);
    check(got.source == source, "%s: source %d", what, int(got.source));
    check(run(*got.kernel) == expected, "%s: results", what);
  };
  get(KernelSource::Compiled, "the first time");
  const PrivateDirectory directory = mustOpen(disk.directory);
  const auto files = directory.files();
  if (!check(files.size() == 1, "one file"))
    return;
  path = disk.directory + "/" + files[0].name;
  const std::string image = readFile(path);
  get(KernelSource::Disk, "the second time");

  auto afterDamage = [&](const char *what) {
    get(KernelSource::Compiled, what);
    check(readFile(path) == image, "%s: is replaced", what);
    get(KernelSource::Disk, what);
  };
  for (size_t size : {size_t(0), size_t(1), size_t(60), image.size() / 2, image.size() - 1}) {
    writeFile(path, image.substr(0, size));
    afterDamage("a truncated file");
  }
  for (size_t at : {size_t(0), size_t(17), size_t(30), size_t(70), image.size() / 2, image.size() - 1}) {
    std::string changed = image;
    changed[at] = char(changed[at] ^ 1);
    writeFile(path, changed);
    afterDamage("a flipped bit");
  }
  const std::string other = llvm::cantFail(compileKernel(requestOf(5)))->image("");
  writeFile(path, other);
  afterDamage("another kernel's file");
  writeFile(folder.path + "/elsewhere", image);
  check(::unlink(path.c_str()) == 0 && ::symlink("../elsewhere", path.c_str()) == 0, "a link is made");
  afterDamage("a link to a good file");
  ::chmod(path.c_str(), 0666);
  afterDamage("a file that anybody may write");

  ::chmod(disk.directory.c_str(), 0755);
  get(KernelSource::Compiled, "a folder of another mode");
  ::chmod(disk.directory.c_str(), 0700);
  get(KernelSource::Disk, "the folder as it was");
}

void diskIsBounded() {
  Folder folder;
  const PrivateDirectory directory = mustOpen(folder.path + "/c");
  const auto kernel = llvm::cantFail(compileKernel(requestOf(cols)));
  ImageIdentity identity = llvm::cantFail(decodeImage(kernel->image(""))).identity;
  const uint64_t size = kernel->image("").size();
  std::vector<ImageIdentity> all;
  auto store = [&](uint64_t limit) {
    identity.request += " ";
    all.push_back(identity);
    return storeImage(directory, identity, kernel->image(""), limit);
  };
  auto age = [&](size_t i, time_t seconds) {
    const timespec times[2] = {{0, UTIME_OMIT}, {std::time(nullptr) - seconds, 0}};
    check(::utimensat(AT_FDCWD, (folder.path + "/c/" + all[i].digest() + ".kernel").c_str(), times, 0) == 0,
          "file %zu gets an age", i);
  };
  auto isThere = [&](size_t i) { return directory.read(all[i].digest() + ".kernel", plenty).has_value(); };
  for (unsigned i = 0; i < 4; ++i)
    check(store(4 * size), "image %u", i);
  check(directory.files().size() == 4, "four have room");
  for (size_t i = 0; i < 4; ++i)
    age(i, 100 - time_t(i));
  check(isThere(0), "reading makes young"); // and so image 1 is the oldest
  check(store(4 * size) && directory.files().size() == 4, "a fifth one takes a place");
  age(4, 1);
  check(!isThere(1) && isThere(0) && isThere(2) && isThere(3) && isThere(4),
        "that of the one used longest ago");
  check(store(2 * size) && directory.files().size() == 2, "a smaller limit holds at once");
  check(!store(size - 1) && !storeImage(directory, identity, kernel->image(""), 0),
        "too large for the limit");

  // A temporary file is a process's that is writing now, or was left behind.
  check(directory.write(".new-1-1-x", "unfinished") && directory.write(".new-1-2-x", "abandoned"),
        "two files");
  const timespec old[2] = {{0, UTIME_OMIT}, {std::time(nullptr) - 7200, 0}};
  ::utimensat(AT_FDCWD, (folder.path + "/c/.new-1-2-x").c_str(), old, 0);
  check(store(2 * size) && directory.files().size() == 3 && directory.read(".new-1-1-x", 100) == "unfinished",
        "what was abandoned is removed");
}

void memoryIsShared() {
  const DiskOptions nowhere;
  CodeCache cache(3, plenty);
  auto get = [&](int64_t columns) { return mustGet(cache, requestOf(columns), nowhere); };
  CachedKernel first = get(1);
  check(first.source == KernelSource::Compiled && get(1).kernel == first.kernel &&
            get(1).source == KernelSource::Memory,
        "the same code");
  get(2);
  get(3);
  get(1); // used again
  std::weak_ptr<Kernel> second = get(2).kernel;
  get(1);
  get(4); // in the place of 3
  check(cache.stats().kernels == 3 && !second.expired() && get(3).source == KernelSource::Compiled,
        "the one used longest ago goes");
  check(second.expired() && cache.stats().kernels == 3, "and its code with it");
  check(first.kernel.use_count() == 2, "a holder keeps its own");

  std::weak_ptr<Kernel> watched = first.kernel;
  CachedKernel other = get(1);
  cache.release(std::move(first.kernel));
  check(!watched.expired() && get(1).source == KernelSource::Memory, "released by one of two holders");
  cache.release(std::move(other.kernel));
  check(watched.expired() && get(1).source == KernelSource::Compiled, "released by the last one");
  cache.release(llvm::cantFail(compileKernel(requestOf(1)))); // equal, but not the cache's
  check(get(1).source == KernelSource::Memory, "a kernel from elsewhere is none of its own");

  const uint64_t object = get(1).kernel->object().size();
  CodeCache small(100, 2 * object);
  for (int64_t columns : {1, 1, 2, 3, 4, 5, 6})
    mustGet(small, requestOf(columns), nowhere);
  check(small.stats().bytes <= 2 * object && small.stats().kernels >= 1, "bounded in bytes");
  CodeCache none(100, 1);
  check(run(*mustGet(none, requestOf(cols), nowhere).kernel).size() == 3 * cols && none.stats().kernels == 0,
        "a kernel beyond the bound is not kept, and runs");

  auto refused = cache.get("{}", nowhere);
  check(!refused, "a bad request is refused");
  llvm::consumeError(refused.takeError());
}

void threadsCompileOnce() {
  CodeCache cache;
  const DiskOptions nowhere;
  std::atomic<unsigned> compiled{0}, wrong{0};
  const std::vector<float> expected = run(*llvm::cantFail(compileKernel(requestOf(cols, 2))));
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < 8; ++i)
    threads.emplace_back([&] {
      auto bad = cache.get("[]", nowhere); // all of them get an error of their own
      wrong += bool(bad);
      llvm::consumeError(bad.takeError());
      for (unsigned round = 0; round < 50; ++round) {
        CachedKernel got = mustGet(cache, requestOf(cols, 2), nowhere);
        compiled += got.source == KernelSource::Compiled;
        wrong += run(*got.kernel) != expected;
        if (round % 10 == 9) // now and then the last holder frees it
          cache.release(std::move(got.kernel));
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  check(wrong == 0, "%u wrong results", wrong.load());
  check(compiled >= 1 && compiled == cache.stats().compiled, "%u compilations, %llu counted", compiled.load(),
        static_cast<unsigned long long>(cache.stats().compiled));

  CodeCache held;
  CachedKernel kept = mustGet(held, requestOf(2), nowhere);
  std::vector<std::thread> asking;
  for (unsigned i = 0; i < 4; ++i)
    asking.emplace_back([&] { mustGet(held, requestOf(3), nowhere); });
  for (std::thread &thread : asking)
    thread.join();
  check(held.stats().compiled == 2 && held.stats().fromMemory == 3, "four that ask at once: one compilation");
}

} // namespace

int main() {
  reportFaults();
  directoriesAreChecked();
  filesAreChecked();
  damageIsFound();
  identitiesAreApart();
  diskServes();
  diskIsBounded();
  memoryIsShared();
  threadsCompileOnce();
  return finish();
}
