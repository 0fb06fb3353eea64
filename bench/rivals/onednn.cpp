// oneDNN's primitives behind a C interface, for bench/native/rival.cpp. Built in the root that setup.sh
// makes:
//   g++ -O2 -shared -fPIC onednn.cpp -o libonednn_rival.so -ldnnl
#include <oneapi/dnnl/dnnl.hpp>

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace {

using Arguments = std::unordered_map<int, dnnl::memory>;

struct Step {
  dnnl::primitive primitive;
  Arguments arguments;
};

struct Rival {
  dnnl::engine engine{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream{engine};
  std::vector<Step> steps;
};

std::string problem;

dnnl::memory::desc matrix(int64_t rows, int64_t columns) {
  return {{rows, columns}, dnnl::memory::data_type::f32, dnnl::memory::format_tag::ab};
}

class Maker {
public:
  Maker(int64_t rows, int64_t columns, float *const *inputs, float *y)
      : data_(matrix(rows, columns)),
        vector_({columns}, dnnl::memory::data_type::f32, dnnl::memory::format_tag::a), inputs_(inputs),
        rival_(new Rival), x_(data_, rival_->engine, inputs[0]), y_(data_, rival_->engine, y) {}

  Rival *release() { return rival_.release(); }

  void normalization(float eps, bool isRms) {
    using Flags = dnnl::normalization_flags;
    const Flags flags = Flags::use_scale | (isRms ? Flags::rms_norm : Flags::use_shift);
    dnnl::layer_normalization_forward::primitive_desc description(rival_->engine, inference, data_, data_,
                                                                  eps, flags);
    Arguments arguments{{DNNL_ARG_SRC, x_}, {DNNL_ARG_DST, y_}, {DNNL_ARG_SCALE, vector(1)}};
    if (!isRms)
      arguments.insert({DNNL_ARG_SHIFT, vector(2)});
    rival_->steps.push_back({dnnl::layer_normalization_forward(description), arguments});
  }

  void softmax(dnnl::algorithm algorithm) {
    dnnl::softmax_forward::primitive_desc description(rival_->engine, inference, algorithm, data_, data_, 1);
    rival_->steps.push_back({dnnl::softmax_forward(description), {{DNNL_ARG_SRC, x_}, {DNNL_ARG_DST, y_}}});
  }

  void activation(dnnl::algorithm activation) {
    dnnl::eltwise_forward::primitive_desc first(rival_->engine, inference, activation, data_, data_, 1.0f,
                                                0.0f);
    rival_->steps.push_back({dnnl::eltwise_forward(first), {{DNNL_ARG_SRC, x_}, {DNNL_ARG_DST, y_}}});
  }

  /// A primitive of its own, in place: an eltwise with a binary post-op falls to oneDNN's reference
  /// implementation on plain rows, a hundred times slower.
  void combine(dnnl::algorithm combination) {
    dnnl::binary::primitive_desc second(rival_->engine, combination, data_, data_, data_);
    const dnnl::memory other(data_, rival_->engine, inputs_[1]);
    rival_->steps.push_back(
        {dnnl::binary(second), {{DNNL_ARG_SRC_0, y_}, {DNNL_ARG_SRC_1, other}, {DNNL_ARG_DST, y_}}});
  }

private:
  static constexpr auto inference = dnnl::prop_kind::forward_inference;

  dnnl::memory vector(int input) const { return {vector_, rival_->engine, inputs_[input]}; }

  dnnl::memory::desc data_, vector_;
  float *const *inputs_;
  std::unique_ptr<Rival> rival_;
  dnnl::memory x_, y_;
};

} // namespace

extern "C" {

/// Null without an error: there is nothing for this operator.
const char *onednn_error() { return problem.empty() ? nullptr : problem.c_str(); }

void *onednn_make(const char *name, int64_t rows, int64_t columns, float eps, float *const *inputs,
                  float *y) {
  using Algorithm = dnnl::algorithm;
  const std::string op = name;
  problem.clear();
  try {
    Maker maker(rows, columns, inputs, y);
    if (op == "rms_norm" || op == "layer_norm")
      maker.normalization(eps, op == "rms_norm");
    else if (op == "softmax" || op == "log_softmax")
      maker.softmax(op == "softmax" ? Algorithm::softmax_accurate : Algorithm::softmax_log);
    else if (op == "silu" || op == "swiglu")
      maker.activation(Algorithm::eltwise_swish);
    else if (op == "gelu" || op == "gelu_residual")
      maker.activation(Algorithm::eltwise_gelu_erf);
    else if (op == "gelu_tanh" || op == "gelu_tanh_residual")
      maker.activation(Algorithm::eltwise_gelu_tanh);
    else
      return nullptr;
    if (op == "swiglu")
      maker.combine(Algorithm::binary_mul);
    if (op == "gelu_residual" || op == "gelu_tanh_residual")
      maker.combine(Algorithm::binary_add);
    return maker.release();
  } catch (const std::exception &error) {
    problem = error.what();
    return nullptr;
  }
}

void onednn_execute(void *handle) {
  auto *rival = static_cast<Rival *>(handle);
  for (Step &step : rival->steps)
    step.primitive.execute(rival->stream, step.arguments);
  rival->stream.wait();
}
}
