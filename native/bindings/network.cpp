// The small network that reads pictures, in Python. src/setlab/_core.pyi describes it.
#include "photo/network.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "bindings/numpy_buffer.hpp"
#include "simd/isa.hpp"
#include "threads/interrupt.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace setlab {
namespace {

constexpr u64 most_numbers = u64{1} << 31;

using Pictures = nb::ndarray<const float, nb::ndim<4>, nb::c_contig, nb::device::cpu>;
using Bias = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

[[noreturn]] void refuse(u64 layer, const std::string& why) {
    throw std::invalid_argument("layer " + std::to_string(layer) + " does not fit: " + why);
}

std::vector<NetworkLayer> layers_of(const Pictures& pictures, const std::vector<Pictures>& kernels,
                                    const std::vector<Bias>& biases, const std::vector<u32>& strides,
                                    const std::vector<u32>& paddings) {
    const u64 size = kernels.size();
    if (size == 0 || biases.size() != size || strides.size() != size || paddings.size() != size) {
        throw std::invalid_argument(
            "a network has as many biases, strides and paddings as kernels, at least one");
    }
    u64 height = pictures.shape(1), width = pictures.shape(2), channels = pictures.shape(3);
    std::vector<NetworkLayer> layers;
    for (u64 i = 0; i < size; ++i) {
        const Pictures& kernel = kernels[i];
        const u64 stride = strides[i], padding = paddings[i];
        if (stride < 1 || stride > 64 || padding > 64) refuse(i, "stride is 1 ... 64, padding 0 ... 64");
        if (kernel.shape(2) != channels) refuse(i, "its kernel has inputs other than the outputs before it");
        if (biases[i].shape(0) != kernel.shape(3)) refuse(i, "its bias has a number for each output");
        height += 2 * padding, width += 2 * padding;
        if (height * width >= most_numbers || height * width * channels >= most_numbers)
            refuse(i, "its map is too large");
        if (kernel.shape(0) < 1 || kernel.shape(1) < 1 || kernel.shape(0) > height || kernel.shape(1) > width)
            refuse(i, "its kernel is larger than the map");
        height = (height - kernel.shape(0)) / stride + 1, width = (width - kernel.shape(1)) / stride + 1;
        channels = kernel.shape(3);
        if (channels >= 1 << 16 || height * width * channels >= most_numbers)
            refuse(i, "its map is too large");
        layers.push_back({kernel.data(), biases[i].data(), static_cast<u32>(kernel.shape(0)),
                          static_cast<u32>(kernel.shape(1)), static_cast<u32>(kernel.shape(2)),
                          static_cast<u32>(channels), strides[i], paddings[i]});
    }
    return layers;
}

NumpyArray<float> run_network(const Pictures& pictures, const std::vector<Pictures>& kernels,
                              const std::vector<Bias>& biases, const std::vector<u32>& strides,
                              const std::vector<u32>& paddings, const std::string& isa_name) {
    const std::vector<NetworkLayer> layers = layers_of(pictures, kernels, biases, strides, paddings);
    const NetworkPlan plan{layers.data(), static_cast<u32>(layers.size()),
                           static_cast<u32>(pictures.shape(1)), static_cast<u32>(pictures.shape(2)),
                           static_cast<u32>(pictures.shape(3))};
    const auto engine = make_engine<NetworkEngine>(choose_isa(isa_name), plan);
    const NetworkMap last = engine->last();
    const u64 number = pictures.shape(0), in = u64{plan.height} * plan.width * plan.channels,
              out = u64{last.height} * last.width * last.channels;
    Buffer<float> maps(number * out), memory(engine->memory());
    without_lock([&] {
        for (u64 i = 0; i < number; ++i) {
            engine->run(pictures.data() + i * in, memory.get(), maps.get() + i * out);
            if (i % 64 == 63) check_interrupt();
        }
    });
    return maps.array({number, last.height, last.width, last.channels});
}

}  // namespace

void bind_network(nb::module_& module) {
    module.def("run_network", run_network, "pictures"_a, "kernels"_a, "biases"_a, nb::kw_only(), "strides"_a,
               "paddings"_a, "isa"_a = "", "The last maps of a stack of convolutions.");
}

}  // namespace setlab
