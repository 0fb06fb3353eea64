# Flags of all C++ that is ours.
#
# No exceptions and no RTTI: LLVM may be built without RTTI, and a class of ours that derives from one of LLVM's
# must then not ask for its typeinfo. The reverse (LLVM with RTTI, as Debian builds it) links just as well.
# No contraction: what the C++ side computes must have the bits that the source says.
add_library(tile_simd_options INTERFACE)
target_compile_options(tile_simd_options INTERFACE
  -Wall -Wextra
  -ffunction-sections -fdata-sections
  -ffp-contract=off
  -fvisibility=hidden
  $<$<COMPILE_LANGUAGE:CXX>:-fvisibility-inlines-hidden -fno-exceptions -fno-rtti>
  $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CXX_COMPILER_ID:GNU>>:-fno-semantic-interposition>)
# Cached code is told apart by the build that made it (native/support/build_id.cpp); not every linker does this by itself.
if(NOT APPLE)
  target_link_options(tile_simd_options INTERFACE -Wl,--build-id)
endif()
if(TILE_SIMD_WERROR)
  target_compile_options(tile_simd_options INTERFACE -Werror)
endif()

# -O2, not CMake's -O3: the hot code is what the JIT makes; here size and build time count.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_C_FLAGS_RELEASE "-O2 -DNDEBUG")

if(TILE_SIMD_SANITIZE)
  # Compiled kernels have nothing in front of their entries, where clang looks for a function's type.
  target_compile_options(tile_simd_options INTERFACE
    -O1 -g -fno-omit-frame-pointer -fsanitize=${TILE_SIMD_SANITIZE} -fno-sanitize-recover=all
    $<$<CXX_COMPILER_ID:Clang>:-fno-sanitize=function>)
  target_link_options(tile_simd_options INTERFACE -fsanitize=${TILE_SIMD_SANITIZE})
endif()
