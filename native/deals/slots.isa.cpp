#include "deals/first_flat.hpp"
#include "deals/flat_tally.hpp"

namespace setlab {

template <>
FirstFlatEngine* new_engine<FirstFlatEngine, Isa::SETLAB_TARGET>(const FlatDeals& deals) {
    return new FirstFlat(deals);
}

template <>
FlatCountEngine* new_engine<FlatCountEngine, Isa::SETLAB_TARGET>(const FlatDeals& deals) {
    if (deals.plan->cards <= 256 && deals.plan->flats_per_card <= 255) return new FlatCounts<u8>(deals);
    return new FlatCounts<u16>(deals);
}

}  // namespace setlab
