# Toolchain file: builds the addon for Linux on AArch64 with Debian's cross compilers (g++-aarch64-linux-gnu). LLVM_DIR
# must be an LLVM for that machine; scripts/fetch-llvm.mjs --arch arm64 gets one.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
# Programs, node above all, run here.
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
