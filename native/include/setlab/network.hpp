// A stack of convolutions: a small network that reads pictures.
//
// The order of additions is fixed (the bias, then kernel rows, kernel columns, inputs) and a product is
// rounded before it is added, so that the outputs are the same on every machine.
#pragma once

#include "setlab/types.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

// Maps hold height x width x channels numbers, the channels together. The kernel holds height x width x
// inputs x outputs numbers.
struct Convolution {
    const float* kernel;
    const float* bias;
    u32 height, width, inputs, outputs, stride, padding;
};

struct MapSize {
    u32 height, width, channels;
};

constexpr u64 numbers_in(MapSize size) { return u64{size.height} * size.width * size.channels; }

constexpr MapSize padded_size(const Convolution& layer, MapSize size) {
    return {size.height + 2 * layer.padding, size.width + 2 * layer.padding, size.channels};
}

// The kernel must fit into the padded map.
constexpr MapSize size_after(const Convolution& layer, MapSize size) {
    const MapSize padded = padded_size(layer, size);
    return {(padded.height - layer.height) / layer.stride + 1,
            (padded.width - layer.width) / layer.stride + 1, layer.outputs};
}

namespace network {

template <u32 lanes>
struct Floats;
template <>
struct Floats<8> {
    typedef float type __attribute__((vector_size(32)));
};
template <>
struct Floats<1> {
    typedef float type;
};

// `pixels` neighbouring pixels of a row, `lanes` outputs of each, from output `first` on.
template <u32 pixels, u32 lanes>
SETLAB_INLINE void convolve_block(const Convolution& layer, const float* from, u32 row, u32 first, float* to,
                                  bool positive) {
    using Vector = typename Floats<lanes>::type;
    Vector sums[pixels];
    for (u32 p = 0; p < pixels; ++p) __builtin_memcpy(&sums[p], layer.bias + first, sizeof(Vector));
    const float* kernel = layer.kernel + first;
    const u32 step = layer.stride * layer.inputs;
    for (u32 y = 0; y < layer.height; ++y) {
        const float* at = from + u64{y} * row;
        // The columns of a kernel's row and their inputs follow each other in the map too.
        for (u32 i = 0; i < layer.width * layer.inputs; ++i, ++at, kernel += layer.outputs) {
            Vector weights;
            __builtin_memcpy(&weights, kernel, sizeof(Vector));
            SETLAB_UNROLLED
            for (u32 p = 0; p < pixels; ++p) sums[p] += at[u64{p} * step] * weights;
        }
    }
    for (u32 p = 0; p < pixels; ++p) {
        float values[lanes];
        __builtin_memcpy(values, &sums[p], sizeof(Vector));
        for (u32 k = 0; k < lanes; ++k) {
            to[u64{p} * layer.outputs + first + k] = positive && !(values[k] > 0) ? 0.0f : values[k];
        }
    }
}

template <u32 pixels>
SETLAB_STEP void convolve_pixels(const Convolution& layer, const float* from, u32 row, float* to,
                                 bool positive) {
    u32 first = 0;
    for (; first + 8 <= layer.outputs; first += 8) {
        convolve_block<pixels, 8>(layer, from, row, first, to, positive);
    }
    for (; first < layer.outputs; ++first) convolve_block<pixels, 1>(layer, from, row, first, to, positive);
}

// The map within a border of zeros.
inline void pad(const float* map, MapSize size, u32 padding, float* to) {
    const u64 row = u64{size.width} * size.channels, border = u64{padding} * size.channels;
    for (u64 i = 0; i < padding * (row + 2 * border); ++i) *to++ = 0;
    for (u32 y = 0; y < size.height; ++y) {
        for (u64 i = 0; i < border; ++i) *to++ = 0;
        for (u64 i = 0; i < row; ++i) *to++ = *map++;
        for (u64 i = 0; i < border; ++i) *to++ = 0;
    }
    for (u64 i = 0; i < padding * (row + 2 * border); ++i) *to++ = 0;
}

}  // namespace network

// The outputs of one layer; where `positive`, negative ones become 0. `padded` has room for the padded map.
inline void convolve(const Convolution& layer, const float* map, MapSize size, float* padded, float* to,
                     bool positive) {
    constexpr u32 together = 6;
    if (layer.padding > 0) {
        network::pad(map, size, layer.padding, padded);
        map = padded;
    }
    const u32 row = padded_size(layer, size).width * size.channels;
    const MapSize after = size_after(layer, size);
    for (u32 y = 0; y < after.height; ++y) {
        const float* from = map + u64{y} * layer.stride * row;
        u32 x = 0;
        for (; x + together <= after.width; x += together, to += u64{together} * layer.outputs) {
            network::convolve_pixels<together>(layer, from, row, to, positive);
            from += u64{together} * layer.stride * layer.inputs;
        }
        for (; x < after.width; ++x, to += layer.outputs) {
            network::convolve_pixels<1>(layer, from, row, to, positive);
            from += u64{layer.stride} * layer.inputs;
        }
    }
}

}  // namespace SETLAB_TARGET
}  // namespace setlab
