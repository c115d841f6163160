// print_tally ISA SEED FIRST TRIALS: the histograms of standard games as lines `name entry games`; an entry
// is a number, or largest table/leftover. With it a core that was built for another machine is compared with
// this one, without Python.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <numeric>

#include "games/endgame.hpp"

using namespace setlab;

namespace {

void print(const char* name, const std::vector<i64>& histogram) {
    for (u64 n = 0; n < histogram.size(); ++n)
        if (histogram[n] != 0) std::printf("%s %d %lld\n", name, int(n), (long long)(histogram[n]));
}

void print_joint(const EndgameTally& tally) {
    const u64 size = tally.leftover.size();
    for (u64 n = 0; n < tally.joint.size(); ++n)
        if (tally.joint[n] != 0)
            std::printf("largest_table_and_leftover %d/%d %lld\n", int(n / size), int(n % size),
                        (long long)(tally.joint[n]));
}

void print(const EndgameTally& tally) {
    print("leftover", tally.leftover);
    print("largest_table", tally.largest_table);
    print("turns", tally.turns);
    print("searches", tally.searches);
    print("no_set", tally.no_set);
    print("first_no_set", tally.first_no_set);
    print_joint(tally);
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
