// The engines that are compiled once per instruction set, here for one, in their own namespace.
#define SETLAB_TARGET plain

#include "deals/draws.isa.cpp"
#include "deals/slots.isa.cpp"
#include "games/endgame.isa.cpp"
#include "geometry/lines.isa.cpp"
#include "solitaire/solitaire.isa.cpp"
