"""Check that the sets of 27 points that meet every plane of AG(4,3) are the images of one, the graph of a function.

    python uniqueness.py [--quick]

Python alone, with `planes.py` and `extremes.py` beside it; docs/blocking.md has the theorem. The sections of such a set
in three parallel hyperplanes meet all planes there, and in some direction they have enough pairs of points
(`possible_types`). These are searched. `--quick` searches one pair of sections in a thousand, and says so.
"""

import sys
from itertools import combinations, permutations, product

from extremes import ALL, CYCLE, NEGATE, SHEAR, apply, demand, tables, third, translated
from planes import BLOCKING, EVERYWHERE, hitting_sets, planes, possible_types, sections, third_targets

MAPS = 81 * 80 * 78 * 72 * 54  # affine maps of AG(4,3)


def point(a, b, c, w):
    return sum(each % 3 * 3**place for place, each in enumerate((a, b, c, w)))


GRAPH = {point(a, b, c, a * b * c + (1 + c * c) * (b * b - a * a)) for a, b, c in product(range(3), repeat=3)}


def add(x, y):
    return third(third(x, y, 4), 0, 4)


SUM = [[add(x, y) for y in range(81)] for x in range(81)]
TIMES = [[0, x, SUM[x][x]] for x in range(81)]


def linear_maps():
    """The 11,232 linear maps of AG(3,3): the images of its 27 points."""
    generators = [[apply(table, 1 << x).bit_length() - 1 for x in range(ALL)] for table in (CYCLE, SHEAR, NEGATE)]
    seen = {tuple(range(ALL))}
    new = list(seen)
    for one in new:
        for other in generators:
            image = tuple(other[x] for x in one)
            if image not in seen:
                seen.add(image)
                new.append(image)
    return new


def up_to(first, masks, maps):
    """One of the sections for all its images under the linear maps that take the first to a translate of itself."""
    keep = [
        tables(image)
        for image in maps
        if translated(sum(1 << image[x] for x in range(ALL) if first >> x & 1)) == translated(first)
    ]
    seen = set()
    for mask in masks:
        if mask not in seen:
            seen.update(translated(apply(table, mask)) for table in keep)
            yield mask


def frames(points):
    """An origin and four vectors, all from points on most lines within the set but the last, which is from the others.

    An affine map from one set to another takes the frames of one to frames of the other.
    """
    pairs = list(combinations(sorted(points), 2))
    degree = {x: sum(x in pair and third(*pair, 4) in points for pair in pairs) for x in points}
    centres = [x for x in sorted(points) if degree[x] == max(degree.values())]
    for origin, *others in permutations(centres, 4):
        for last in sorted(points.difference(centres)):
            yield origin, [SUM[x][TIMES[origin][2]] for x in (*others, last)]


def at(place, origin, vectors):
    """The point of which the coordinates in a frame are the digits of a number."""
    for power, vector in zip((27, 9, 3, 1), vectors, strict=True):
        origin = SUM[origin][TIMES[vector][place // power % 3]]
    return origin


def places_in_a_frame(points):
    """Where the points are in one of their frames."""
    for frame in frames(points):
        space = [at(place, *frame) for place in range(81)]
        if len(set(space)) == 81:
            return [place for place, x in enumerate(space) if x in points]
    return sys.exit("refused: there is no frame")


def maps_onto(points, places):
    """How many affine maps take a set, given by its places in a frame, to these points."""
    fitting = (frame for frame in frames(points) if all(at(place, *frame) in points for place in places))
    return sum({at(place, *frame) for place in places} == points for frame in fitting)


def main(step):
    demand(all(any(plane >> x & 1 for x in GRAPH) for plane in planes(4)), "the graph misses a plane")
    places = places_in_a_frame(GRAPH)
    symmetries = maps_onto(GRAPH, places)
    demand(maps_onto(set(BLOCKING), places) == symmetries, "the set of planes.py is no image of the graph")
    print(f"the graph meets all planes; {symmetries} of {MAPS} affine maps preserve it: {MAPS // symmetries} images")
    types = list(possible_types(27))
    print("27 points have in some direction sections of", " or ".join(", ".join(map(str, each)) for each in types))
    maps, of_size = linear_maps(), {size: sections(size) for size in (7, 8)}
    for number, firsts, seconds in of_size.values():
        print(f"{number} sections: {len(firsts)} classes under affine maps, {len(seconds)} under translations")
    for a, b, c in types:
        pairs = [(first, second) for first in of_size[a][1] for second in up_to(first, of_size[b][2], maps)][::step]
        found = 0
        for first, second in pairs:
            for last in hitting_sets(c, third_targets(first, second), EVERYWHERE):
                mask = first | second << ALL | last << 2 * ALL
                points = {x for x in range(81) if mask >> x & 1}
                demand(maps_onto(points, places) == symmetries, f"{sorted(points)} is no image of the graph")
                found += 1
        print(
            f"{len(pairs)} pairs of sections of {a} and {b}; sections of {c} that fit: {found}, in images of the graph"
        )
    print("the blocking sets are the images" if step == 1 else f"one pair in {step} was searched, which proves nothing")


if __name__ == "__main__":
    main(1000 if "--quick" in sys.argv else 1)
