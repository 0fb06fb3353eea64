// The arguments of one kernel's launches: checked at every launch, and bound to the slots that its entry
// reads.
//
// A launch makes no object on the JavaScript heap: numbers in, a small integer out. It uses Node-API's C
// calls, unlike the rest of the addon, because a status is all that it wants of them: node-addon-api answers
// a call that fails with a JavaScript exception, and reads a typed array's facts by a call each. Addresses
// and lengths are read anew each time, because a view may move (a small array's memory leaves the heap on
// first touch), shrink or lose its buffer between launches. Only the overlap test is remembered, with the
// lease: they depend on addresses, rows and range alone, so they hold while these stay. (Who knows that
// arrays are what they were may repeat a launch without reading them: see createRepeater in launcher.h.)
// Everything is checked before the entry is called, and no JavaScript runs in between: what was checked is
// what runs.
#pragma once

#include "addon/kernel_object.h"
#include "runtime/leases.h"
#include "runtime/pooled_launch.h"

#include <napi.h>

#include <cstdint>
#include <vector>

namespace tile_simd {

class LaunchBinding {
public:
  /// What stands before the values: rows, begin, end.
  static constexpr unsigned leading = 3;

  /// `columns`: of a kernel that takes them with a launch.
  LaunchBinding(std::shared_ptr<KernelHandle> handle, const std::vector<int64_t> &rowStrides,
                int32_t columns);
  ~LaunchBinding();
  LaunchBinding(const LaunchBinding &) = delete;
  LaunchBinding &operator=(const LaunchBinding &) = delete;

  /// Checks and binds `leading` numbers and a value per parameter. An encoded LaunchStatus.
  int32_t bind(napi_env env, const napi_value *argv);

  /// What was bound last, until something else is. Nothing to run if its range is empty.
  Launch launch() const;
  /// For a launch that outlives the binding: moves what its slots point to and the binding owns.
  std::vector<std::vector<int32_t>> takeRowNumbers();
  /// What that launch reads and writes.
  Lease &lease() { return lease_; }
  /// LaunchStatus::Busy for a range of lease() that conflicts.
  int32_t busy(unsigned range) const;

  /// Permits to run what is bound now once more, until something else is bound. Not where rows are gathered:
  /// their numbers are values, and have to be checked.
  void permitRepetition() { mayRepeat_ = !isIndirect_; }
  bool mayRepeat() const { return mayRepeat_ && handle_->kernel(); }

  unsigned parameterCount() const { return unsigned(parameters_.size()); }
  const std::shared_ptr<KernelHandle> &handle() const { return handle_; }

private:
  struct Parameter {
    bool isScalar;
    bool isOutput;
    bool countsGroups; // a scalar that is the number of rows per group
    ParamAccess access;
    unsigned by;
    DType dtype;
    uint64_t extent;
    uint64_t rowStride; // elements; 0 for column-indexed buffers and scalars
    uint64_t inPlace;   // outputs: inputs whose very memory it may be
    uint64_t rows;      // rows of the buffer that a launch may touch
    uint64_t needed;    // elements that the array must have for them
    void *address;      // of the array, as it was bound; its slot may have a copy
    size_t length;      // of the array
  };

  static uint64_t elementsNeeded(const Parameter &p);
  void setRows(uint64_t rows);
  void setRowsOf(Parameter &p, uint64_t rows);
  int32_t bindValues(napi_env env, const napi_value *values);
  int32_t bindIndirect();
  int32_t refuseLength(napi_env env, napi_value array, size_t length, unsigned param) const;
  uint64_t neededByBinding(const Parameter &p) const;
  ElementSet elementsOf(unsigned param, uint64_t firstRow, uint64_t rows) const;
  int32_t checkOverlap();
  void setLease();

  /// What the garbage collector is told of.
  int64_t nativeBytes() const;

  std::shared_ptr<KernelHandle> handle_;
  KernelEntry entry_;
  uint64_t workspaceBytes_;
  uint64_t programsPerRow_;
  uint64_t rows_ = 0, begin_ = 0, end_ = 0;
  bool isIndirect_ = false; // some parameter is accessed by group or gather
  bool mayRepeat_ = false;
  bool overlapChecked_ =
      false; // for rows_ and the addresses in arguments_; the lease is theirs, and the range's
  std::vector<Parameter> parameters_;
  /// One per parameter, and the columns where they come with a launch.
  std::vector<LaunchArgument> arguments_;
  std::vector<std::vector<int32_t>> rowNumbers_; // copies of the arrays that rows are gathered by
  Lease lease_;
};

} // namespace tile_simd
