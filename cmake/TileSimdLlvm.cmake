# Finds LLVM 21.1 with its static archives and offers it as the interface target tile_simd_llvm.
#
# LLVM_DIR (the folder of LLVMConfig.cmake) usually comes from scripts/build-native.mjs, which has searched in the
# documented order and has explained what is missing. A plain `cmake -B build` searches here in the same order.
set(_wanted 21.1)
set(_wanted_full 21.1.8)

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  set(_llvm_target X86)
  set(_node_arch x64)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
  set(_llvm_target AArch64)
  set(_node_arch arm64)
else()
  message(FATAL_ERROR "tile-simd generates code for x86-64 and AArch64; this is ${CMAKE_SYSTEM_PROCESSOR}.")
endif()

# 1. what the user says, 2. the system's, 3. Homebrew's, 4. the private prefix that scripts/fetch-llvm.mjs fills.
set(_hints)
foreach(_value "${TILE_SIMD_LLVM_DIR}" "$ENV{TILE_SIMD_LLVM_DIR}" "$ENV{LLVM_DIR}")
  if(_value)
    list(APPEND _hints "${_value}" "${_value}/lib/cmake/llvm")
  endif()
endforeach()
list(APPEND _hints /usr/lib/llvm-21/lib/cmake/llvm /opt/homebrew/opt/llvm@21/lib/cmake/llvm
     /usr/local/opt/llvm@21/lib/cmake/llvm)
if(DEFINED ENV{XDG_CACHE_HOME} AND NOT "$ENV{XDG_CACHE_HOME}" STREQUAL "")
  set(_cache "$ENV{XDG_CACHE_HOME}")
else()
  set(_cache "$ENV{HOME}/.cache")
endif()
list(APPEND _hints "${_cache}/tile-simd/llvm-${_wanted_full}-${_node_arch}/usr/lib/llvm-21/lib/cmake/llvm")

if(NOT LLVM_DIR)
  foreach(_hint IN LISTS _hints)
    if(EXISTS "${_hint}/LLVMConfig.cmake")
      set(LLVM_DIR "${_hint}" CACHE PATH "Folder of LLVMConfig.cmake")
      break()
    endif()
  endforeach()
endif()
if(NOT LLVM_DIR)
  list(JOIN _hints "\n  " _list)
  message(FATAL_ERROR "LLVM ${_wanted_full} (static, with headers) is not there. Looked in\n  ${_list}\n"
                      "Get it with: node scripts/fetch-llvm.mjs   or set TILE_SIMD_LLVM_DIR.")
endif()

# LLVMConfig.cmake asks for zlib, zstd, FFI, libxml2 and curl, whose -dev packages need not be there. Of these we
# link zlib and zstd only, statically so that the addon depends on neither. A private prefix carries its own copies.
get_filename_component(_llvm_prefix "${LLVM_DIR}/../../.." ABSOLUTE) # .../usr/lib/llvm-21
get_filename_component(_llvm_root "${_llvm_prefix}/../../.." ABSOLUTE)

function(_tile_simd_library target name package)
  if(TARGET ${target})
    return()
  endif()
  # Static first, from the LLVM prefix first; the shared one of the system as the last resort.
  find_library(TILE_SIMD_${name}_STATIC NAMES lib${name}.a PATHS "${_llvm_root}/usr/lib" "${_llvm_prefix}/lib"
               PATH_SUFFIXES "${CMAKE_LIBRARY_ARCHITECTURE}" NO_DEFAULT_PATH)
  find_library(TILE_SIMD_${name}_STATIC NAMES lib${name}.a PATHS /opt/homebrew/opt/${name}/lib
               /usr/local/opt/${name}/lib)
  find_library(TILE_SIMD_${name}_SHARED NAMES ${name})
  if(TILE_SIMD_${name}_STATIC)
    set(_found "${TILE_SIMD_${name}_STATIC}")
  elseif(TILE_SIMD_${name}_SHARED)
    set(_found "${TILE_SIMD_${name}_SHARED}")
    message(STATUS "lib${name}.a is not there; the addon will depend on ${_found}")
  else()
    message(FATAL_ERROR "lib${name} is not there. On Debian and Ubuntu: apt-get install ${package}")
  endif()
  mark_as_advanced(TILE_SIMD_${name}_STATIC TILE_SIMD_${name}_SHARED)
  add_library(${target} UNKNOWN IMPORTED GLOBAL)
  set_target_properties(${target} PROPERTIES IMPORTED_LOCATION "${_found}")
endfunction()
_tile_simd_library(tile_simd_zlib z zlib1g-dev)
_tile_simd_library(tile_simd_zstd zstd libzstd-dev)

# Quiet: "could not find FFI" and the like are of no interest to whoever builds this.
foreach(_package FFI LibEdit ZLIB zstd LibXml2 CURL)
  set(CMAKE_DISABLE_FIND_PACKAGE_${_package} TRUE)
endforeach()
find_package(LLVM ${_wanted} CONFIG REQUIRED PATHS "${LLVM_DIR}" NO_DEFAULT_PATH)
foreach(_package FFI LibEdit ZLIB zstd LibXml2 CURL)
  unset(CMAKE_DISABLE_FIND_PACKAGE_${_package})
endforeach()
message(STATUS "LLVM ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR}")
if(NOT TARGET LLVMOrcJIT)
  message(FATAL_ERROR "The LLVM in ${LLVM_DIR} has no static archives (LLVMOrcJIT is missing).")
endif()

# LLVMSupport's recorded dependencies name Z3 by an absolute path; only its solver needs it, which is never linked.
get_target_property(_support LLVMSupport INTERFACE_LINK_LIBRARIES)
list(FILTER _support EXCLUDE REGEX "z3|ZLIB::|zstd")
list(APPEND _support tile_simd_zlib tile_simd_zstd)
set_target_properties(LLVMSupport PROPERTIES INTERFACE_LINK_LIBRARIES "${_support}")

# Only what is used. The native target alone: code for another architecture is never made here.
# asmparser is for the native tests; unreferenced archives cost nothing in the addon.
set(_components orcjit passes ${_llvm_target} asmparser mcdisassembler)
llvm_map_components_to_libnames(_llvm_libraries ${_components})

add_library(tile_simd_llvm INTERFACE)
target_include_directories(tile_simd_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
separate_arguments(_definitions UNIX_COMMAND "${LLVM_DEFINITIONS}")
target_compile_definitions(tile_simd_llvm INTERFACE ${_definitions} TILE_SIMD_LLVM_TARGET_${_llvm_target}=1)
target_link_libraries(tile_simd_llvm INTERFACE ${_llvm_libraries})
find_package(Threads REQUIRED)
target_link_libraries(tile_simd_llvm INTERFACE Threads::Threads)
