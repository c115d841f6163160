"""The engines of the compiled core, one line each: what they are asked, and what must agree."""

from __future__ import annotations

from setlab.exact import leftovers
from tests.conformance import collections, games, network, solitaire, trials
from tests.conformance.engine import Engine

ENGINES = [
    Engine("draw_bits_table", collections.draw_tables(limits=False)),
    Engine("draw_below_table", collections.draw_tables(limits=True)),
    Engine("draw_below", collections.single_draws(), examples=100),
    Engine("accept_draw", collections.accepted_draws(), examples=100),
    Engine("count_lines", collections.collections(), examples=100),
    Engine("find_lines", collections.collections(), examples=100),
    Engine("canonical_forms", collections.small_collections(), collections.same_orbits),
    Engine("stabilizers", collections.small_collections()),
    Engine("next_orbits", collections.levels(), collections.same_level, examples=30),
    Engine("count_additions", collections.family_members(), examples=15),
    Engine("count_ultrasets", collections.small_collections(), examples=50),
    Engine("extend_lines", collections.extended()),
    Engine("subset_orbits", collections.subset_sizes(), examples=60),
    Engine("line_extremes", collections.small_dimensions(), collections.numbers_of_lines, examples=2),
    Engine("fewest_lines_over", collections.section_lists(), collections.fewest_and_valid),
    Engine("plane_unions", collections.union_sizes(), collections.same_unions, examples=10),
    Engine("sum_plane_unions", collections.union_sums(), collections.total_by_size, examples=10),
    Engine("third_sections", collections.pairs_of_sections(), collections.same_thirds),
    Engine("first_line", trials.deals(5)),
    Engine("first_line_trials", trials.deals(5)),
    Engine("first_plane", trials.deals(4)),
    Engine("first_plane_trials", trials.deals(4)),
    Engine("count_lines_dealt", trials.deals(4, histograms=True)),
    Engine("count_lines_dealt_trials", trials.deals(5)),
    Engine("count_planes_dealt", trials.deals(4, histograms=True)),
    Engine("count_planes_dealt_trials", trials.deals(4)),
    Engine("play_endgame", trials.games(rare=True)),
    Engine("play_endgame_trials", trials.games()),
    Engine("play_endgame_moves", trials.games()),
    Engine("canonical_positions", games.positions(), games.same_positions, examples=30),
    Engine("game_graph", games.states(), games.same_graph, examples=30),
    Engine("exact_leftovers", games.small_games(), home=leftovers),
    Engine("exact_leftovers_from", games.late_positions(), home=leftovers, examples=100),
    Engine("AntisetEngine", games.antiset_sessions(), games.same_session, examples=20),
    Engine("solitaire_count_partitions", solitaire.cards()),
    Engine("solitaire_partitions", solitaire.some_partitions()),
    Engine("solitaire_clairvoyant", solitaire.decks_of_games(), examples=10),
    Engine("solitaire_clairvoyant_order", solitaire.decks(), examples=10),
    Engine("SolitaireEngine", solitaire.players(), examples=40),
    Engine("run_network", network.networks()),
]
