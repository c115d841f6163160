#include "setlab/sliced/choice.hpp"

#include "setlab/generator.hpp"
#include "setlab/word.test.hpp"

using namespace setlab;
using namespace setlab::sliced;

TEST_CASE("a rank is the bounded draw, and no rejected draw is overlooked") {
    for_each_word([](auto word) {
        using Word = decltype(word);
        u32 flagged = 0, games = 0;
        for (u32 first = 0; first < 65536; first += bits_in<Word>) {
            for (u32 bound = 1; bound < 16; bound += first < 256 || first > 65000 ? 1 : 3) {
                const auto drawn = [&](u32 game) { return (first + game) & 0xFFFFu; };
                Word draw[16], bounds[count_digits];
                put_numbers(draw, drawn);
                put_numbers(bounds, [&](u32) { return bound; });
                const Rank<Word> rank = rank_below(bounds, draw);
                bool same = true;
                for (u32 game = 0; game < bits_in<Word>; ++game, ++games) {
                    u32 number = 0;
                    const bool accepted = accept<16>(drawn(game), bound, number);
                    same &= number_of(rank.digit, count_digits, game) == number;
                    same &= accepted || bit_of(rank.rejected, game);
                    flagged += bit_of(rank.rejected, game);
                }
                CHECK(same);
            }
        }
        CHECK(flagged < games / 1000);
    });
}
