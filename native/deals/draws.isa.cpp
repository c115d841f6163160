#include "deals/draw_block.hpp"

namespace setlab {

template <>
DrawEngine* new_engine<DrawEngine, Isa::SETLAB_TARGET>(const DrawTable& table) {
    if (table.width == 16) return new DrawBlock<16>(table);
    return new DrawBlock<32>(table);
}

}  // namespace setlab
