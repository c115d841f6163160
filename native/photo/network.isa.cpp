#include "setlab/network.hpp"

#include "photo/network.hpp"

namespace setlab {
inline namespace SETLAB_TARGET {

class Network final : public NetworkEngine {
  public:
    explicit Network(const NetworkPlan& plan) : plan_(plan), last_{plan.height, plan.width, plan.channels} {
        for (u32 i = 0; i < plan.size; ++i) {
            const u64 padded = numbers_in(padded_size(layer(i), last_));
            if (padded > padded_) padded_ = padded;
            last_ = size_after(layer(i), last_);
            if (numbers_in(last_) > largest_) largest_ = numbers_in(last_);
        }
    }

    u64 memory() const override { return padded_ + 2 * largest_; }
    NetworkMap last() const override { return {last_.height, last_.width, last_.channels}; }

    void run(const float* picture, float* memory, float* to) const override {
        MapSize size{plan_.height, plan_.width, plan_.channels};
        float* maps[2] = {memory + padded_, memory + padded_ + largest_};
        for (u32 i = 0; i < plan_.size; ++i) {
            const bool is_last = i + 1 == plan_.size;
            float* next = is_last ? to : maps[i % 2];
            convolve(layer(i), picture, size, memory, next, !is_last);
            size = size_after(layer(i), size);
            picture = next;
        }
    }

  private:
    Convolution layer(u32 i) const {
        const NetworkLayer& from = plan_.layers[i];
        return {from.kernel, from.bias,    from.height, from.width,
                from.inputs, from.outputs, from.stride, from.padding};
    }

    const NetworkPlan plan_;
    MapSize last_;
    u64 padded_ = 0, largest_ = 0;
};

}  // namespace SETLAB_TARGET

template <>
NetworkEngine* new_engine<NetworkEngine, Isa::SETLAB_TARGET>(const NetworkPlan& plan) {
    return new Network(plan);
}

}  // namespace setlab
