#include "photo/network.hpp"

namespace setlab {

NetworkEngine::~NetworkEngine() = default;

}  // namespace setlab
