# On-demand executables; the default build makes none of them.
#
# Native tests: each test/native/*_test.cpp has its own main() and exits non-zero on failure. Other files in that
# folder are shared support, linked into every test. `cmake --build build --target native_tests`, then ctest.
# Not linked with --gc-sections: without it a link takes a fraction of the time.
function(_tile_simd_executable name)
  add_executable(${name} EXCLUDE_FROM_ALL ${ARGN})
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/native")
  target_link_libraries(${name} PRIVATE tile_simd_options tile_simd_core)
  target_compile_definitions(${name} PRIVATE TILE_SIMD_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/native")
endfunction()

file(GLOB _test_sources CONFIGURE_DEPENDS test/native/*_test.cpp)
file(GLOB _test_support CONFIGURE_DEPENDS test/native/*.cpp)
list(FILTER _test_support EXCLUDE REGEX "_test\\.cpp$")
if(_test_support)
  add_library(native_test_support OBJECT EXCLUDE_FROM_ALL ${_test_support})
  target_include_directories(native_test_support PUBLIC test/native native)
  target_link_libraries(native_test_support PUBLIC tile_simd_llvm PRIVATE tile_simd_options)
endif()
add_custom_target(native_tests)
foreach(_source IN LISTS _test_sources)
  get_filename_component(_name "${_source}" NAME_WE)
  _tile_simd_executable(${_name} "${_source}")
  target_include_directories(${_name} PRIVATE test/native)
  if(_test_support)
    target_link_libraries(${_name} PRIVATE native_test_support)
  endif()
  add_dependencies(native_tests ${_name})
  add_test(NAME ${_name} COMMAND ${_name})
  set_tests_properties(${_name} PROPERTIES TIMEOUT 600)
endforeach()

# runtime_stress: native/runtime under load, with neither LLVM nor Node. `npm run test:tsan` builds the same sources with
# ThreadSanitizer (scripts/tsan.mjs).
file(GLOB _runtime_sources CONFIGURE_DEPENDS native/runtime/*.cpp)
find_package(Threads REQUIRED)
add_executable(runtime_stress EXCLUDE_FROM_ALL
  test/stress/runtime_stress.cpp test/native/fake_kernels.cpp ${_runtime_sources})
target_include_directories(runtime_stress PRIVATE native test/native)
target_link_libraries(runtime_stress PRIVATE tile_simd_options Threads::Threads)
set_target_properties(runtime_stress PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/native")
add_dependencies(native_tests runtime_stress)
add_test(NAME runtime_stress COMMAND runtime_stress 3)

# cache_stress: native/cache under load, with a compiler that makes nothing in the place of native/jit. Also with
# ThreadSanitizer (scripts/tsan.mjs): of LLVM it needs what errors and strings are made of.
file(GLOB _cache_sources CONFIGURE_DEPENDS native/cache/*.cpp)
add_executable(cache_stress EXCLUDE_FROM_ALL test/stress/cache_stress.cpp test/stress/fake_compiler.cpp
  native/support/error.cpp native/compat/glibc.c native/compat/glibc_newer.c ${_cache_sources})
target_include_directories(cache_stress PRIVATE native)
target_link_libraries(cache_stress PRIVATE tile_simd_options tile_simd_llvm Threads::Threads)
set_target_properties(cache_stress PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/native")
add_dependencies(native_tests cache_stress)
add_test(NAME cache_stress COMMAND cache_stress 3)

# With P off, code must be that of a build configured without the pass's source (TILE_SIMD_FULL_PACKET=OFF): the same
# program is linked with the core and with a core that lacks the pass, and both must print the same.
if(TILE_SIMD_FULL_PACKET)
  set(_core_objects "$<TARGET_OBJECTS:tile_simd_core>")
  add_library(core_without_pass OBJECT EXCLUDE_FROM_ALL native/jit/kernel_object.cpp)
  target_include_directories(core_without_pass PRIVATE native)
  target_link_libraries(core_without_pass PUBLIC tile_simd_llvm PRIVATE tile_simd_options)
  target_compile_definitions(core_without_pass PRIVATE TILE_SIMD_WITHOUT_FULL_PACKET)
  _tile_simd_executable(published_cells test/native/without_pass/published_cells.cpp)
  add_executable(published_cells_without_pass EXCLUDE_FROM_ALL test/native/without_pass/published_cells.cpp
    "$<FILTER:${_core_objects},EXCLUDE,(passes/full_packet|jit/kernel_object)\\.cpp>")
  target_include_directories(published_cells_without_pass PRIVATE native)
  target_link_libraries(published_cells_without_pass PRIVATE tile_simd_options core_without_pass)
  set_target_properties(published_cells_without_pass PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/native")
  foreach(_name published_cells published_cells_without_pass)
    target_include_directories(${_name} PRIVATE test/native)
    target_link_libraries(${_name} PRIVATE native_test_support)
    add_dependencies(native_tests ${_name})
  endforeach()
  add_test(NAME without_full_packet_pass COMMAND ${CMAKE_COMMAND}
    -DFIRST=$<TARGET_FILE:published_cells> -DSECOND=$<TARGET_FILE:published_cells_without_pass>
    -P "${PROJECT_SOURCE_DIR}/cmake/CompareOutputs.cmake")
endif()

# emit_object: the generator with LLVM's AArch64 target beside the host's, for test/cross. The same objects of ours as in
# the addon; the target is in this executable alone.
if(TARGET LLVMAArch64CodeGen)
  _tile_simd_executable(emit_object test/native/cross/emit_object.cpp)
  llvm_map_components_to_libnames(_aarch64_libraries AArch64)
  target_link_libraries(emit_object PRIVATE ${_aarch64_libraries})
endif()

# kernel_bench: native-entry times beside hand-written intrinsics. The hand code is C, compiled for AVX2 and FMA, and
# for AVX-512 only where the file's name says so (or the compiler would improve the AVX2 code with it). At run time
# bench/native decides which of it this machine may execute.
#
# study_runner: what `tile-simd study` times captured kernels with. It knows neither LLVM nor Node.
file(GLOB _bench_sources CONFIGURE_DEPENDS bench/native/*.cpp)
file(GLOB _hand_sources CONFIGURE_DEPENDS bench/hand/*.c)
file(GLOB _replay_sources CONFIGURE_DEPENDS native/replay/*.cpp native/replay/*.c)
add_custom_target(native_bench)
_tile_simd_executable(kernel_bench ${_bench_sources} ${_hand_sources}
  native/replay/thread_state.cpp native/replay/probe.c)
target_include_directories(kernel_bench PRIVATE bench/native bench/hand)
target_link_libraries(kernel_bench PRIVATE ${CMAKE_DL_LIBS})
add_dependencies(native_bench kernel_bench)
add_executable(study_runner EXCLUDE_FROM_ALL ${_replay_sources} ${_hand_sources})
target_include_directories(study_runner PRIVATE native bench/hand)
target_link_libraries(study_runner PRIVATE tile_simd_options ${CMAKE_DL_LIBS})
set_target_properties(study_runner PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/native")
foreach(_source IN LISTS _hand_sources ITEMS native/replay/probe.c)
  set(_flags -O3)
  if(_llvm_target STREQUAL "X86")
    list(APPEND _flags -mavx2 -mfma)
    if(_source MATCHES "_avx512\\.c$")
      list(APPEND _flags -mavx512f -mavx512vl -mavx512dq -mavx512bw -mprefer-vector-width=512)
    endif()
    if(_source MATCHES "_fused_avx512\\.c$")
      list(APPEND _flags -ffp-contract=fast)
    endif()
  endif()
  set_property(SOURCE "${_source}" APPEND PROPERTY COMPILE_OPTIONS ${_flags})
endforeach()
