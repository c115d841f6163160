// A stack of convolutions on any number of pictures: `setlab/network.hpp`, compiled for every instruction
// set.
#pragma once

#include "setlab/types.hpp"
#include "simd/dispatch.hpp"

namespace setlab {

// One layer; its kernel and bias must outlive the network.
struct NetworkLayer {
    const float* kernel;
    const float* bias;
    u32 height, width, inputs, outputs, stride, padding;
};

// Layers that fit together: the inputs of each are the outputs of the one before, no kernel is larger than
// its padded map, and no map has 2^31 numbers or more.
struct NetworkPlan {
    const NetworkLayer* layers;
    u32 size;
    u32 height, width, channels;  // of a picture
};

// The height, width and channels of a map.
struct NetworkMap {
    u32 height, width, channels;
};

class NetworkEngine {
  public:
    using Plan = NetworkPlan;
    virtual ~NetworkEngine();

    // How many floats `run` needs as memory.
    virtual u64 memory() const = 0;
    virtual NetworkMap last() const = 0;
    virtual void run(const float* picture, float* memory, float* to) const = 0;
};
SETLAB_ENGINE(NetworkEngine);

}  // namespace setlab
