# The Node addon. Node-API 8 by way of node-addon-api, with the headers of the npm package node-api-headers: nothing is
# downloaded.
#
# It carries LLVM and libstdc++ inside and shows nothing of them: another LLVM in the process (a Python, a GPU
# driver) must not meet ours. It is never unloaded (-z nodelete), because worker exit would otherwise pull code away
# under threads that still run it.
find_program(NODE_EXECUTABLE NAMES node nodejs REQUIRED)
function(_tile_simd_npm_include package expression result)
  execute_process(
    COMMAND "${NODE_EXECUTABLE}" -p "require('${package}').${expression}"
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
    OUTPUT_VARIABLE _out ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE _status)
  if(NOT _status EQUAL 0)
    message(FATAL_ERROR "The npm package ${package} is not installed. Run: npm ci")
  endif()
  get_filename_component(_out "${_out}" ABSOLUTE BASE_DIR "${PROJECT_SOURCE_DIR}")
  set(${result} "${_out}" PARENT_SCOPE)
endfunction()
_tile_simd_npm_include(node-api-headers include_dir _napi_headers)
_tile_simd_npm_include(node-addon-api include_dir _addon_api)

file(GLOB _addon_sources CONFIGURE_DEPENDS native/addon/*.cpp)
if(NOT _addon_sources)
  message(WARNING "native/addon has no sources: no addon is built")
  return()
endif()

add_library(tile_simd MODULE ${_addon_sources})
set_target_properties(tile_simd PROPERTIES PREFIX "" SUFFIX ".node" OUTPUT_NAME tile_simd)
# node-gyp's folder names, whatever drives CMake; node-gyp-build looks there. The linker writes elsewhere, and what it wrote
# is moved there as a whole: whoever loads the addon meanwhile finds the old one or the new one.
set(TILE_SIMD_OUTPUT_DIR "${CMAKE_BINARY_DIR}" CACHE PATH "The addon goes to the folder Release or Debug of this one")
set_target_properties(tile_simd PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/addon")
set(_addon "${TILE_SIMD_OUTPUT_DIR}/$<IF:$<CONFIG:Debug>,Debug,Release>/tile_simd.node")
add_custom_command(OUTPUT "${_addon}"
  COMMAND "${CMAKE_COMMAND}" -E copy "$<TARGET_FILE:tile_simd>" "${_addon}.new"
  COMMAND "${CMAKE_COMMAND}" -E rename "${_addon}.new" "${_addon}"
  DEPENDS tile_simd
  COMMENT "Moving the addon to where it is loaded from"
  VERBATIM)
add_custom_target(tile_simd_addon ALL DEPENDS "${_addon}")
target_include_directories(tile_simd SYSTEM PRIVATE "${_napi_headers}" "${_addon_api}")
target_compile_definitions(tile_simd PRIVATE
  NAPI_VERSION=8 NAPI_DISABLE_CPP_EXCEPTIONS NODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS NODE_ADDON_API_DISABLE_DEPRECATED
  NODE_GYP_MODULE_NAME=tile_simd BUILDING_NODE_EXTENSION TILE_SIMD_VERSION="${TILE_SIMD_VERSION}")
target_link_libraries(tile_simd PRIVATE tile_simd_options tile_simd_core)

if(APPLE)
  target_link_options(tile_simd PRIVATE -undefined dynamic_lookup -Wl,-dead_strip
    "-Wl,-exported_symbols_list,${PROJECT_SOURCE_DIR}/cmake/exports.darwin")
  set_property(TARGET tile_simd APPEND PROPERTY LINK_DEPENDS "${PROJECT_SOURCE_DIR}/cmake/exports.darwin")
else()
  target_link_options(tile_simd PRIVATE
    -static-libstdc++ -static-libgcc
    -Wl,--gc-sections -Wl,--exclude-libs,ALL -Wl,--as-needed -Wl,-z,nodelete -Wl,-z,noexecstack
    "-Wl,--version-script=${PROJECT_SOURCE_DIR}/cmake/exports.map"
    $<$<AND:$<BOOL:${TILE_SIMD_STRIP}>,$<CONFIG:Release>>:-s>)
  set_property(TARGET tile_simd APPEND PROPERTY LINK_DEPENDS "${PROJECT_SOURCE_DIR}/cmake/exports.map")
endif()
