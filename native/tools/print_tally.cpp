// print_tally ISA SEED FIRST TRIALS: the histograms of standard games, a line `name cards games` for each
// entry. With it a core that was built for another machine is compared with this one, without Python.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <numeric>

#include "games/endgame.hpp"

using namespace setlab;

namespace {

void print(const char* name, const std::vector<i64>& histogram) {
    for (u64 n = 0; n < histogram.size(); ++n) {
        if (histogram[n] != 0)
            std::printf("%s %llu %lld\n", name, static_cast<unsigned long long>(n),
                        static_cast<long long>(histogram[n]));
    }
}

void print(const EndgameTally& tally) {
    print("leftover", tally.leftover);
    print("largest_table", tally.largest_table);
    print("turns", tally.turns);
    print("searches", tally.searches);
    print("no_set", tally.no_set);
    print("first_no_set", tally.first_no_set);
    print("joint", tally.joint);  // 82 times the largest table, plus the cards left
}

EndgameSpec standard_spec(u64 seed) {
    std::vector<u16> deck(81);
    std::iota(deck.begin(), deck.end(), u16{0});
    return {seed, 4, 3, deck, {81, 12, Choice::random, Refill::standard}};
}

u64 number(const char* text) { return std::strtoull(text, nullptr, 10); }

}  // namespace

int main(int size, char** given) {
    if (size != 5) {
        std::fprintf(stderr, "usage: print_tally ISA SEED FIRST TRIALS\n");
        return 2;
    }
    try {
        print(tally_endgame(standard_spec(number(given[2])), number(given[3]), number(given[4]), {82, 82}, 1,
                            choose_isa(given[1])));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 2;
    }
}
