"""Rendered crops of cards, by the hundred thousand, for training and testing the reader of photos (needs PyTorch).

The pipeline is that of a photo. A card is drawn in millimetres: an outline from a bank of random ovals, diamonds and
squiggles, ink from the Lab colours of many printings, a filling. A perspective map lays it on a background, light with
a tint, gradients, shadows and glare falls on it, and a camera of limited resolution blurs it, adds noise, halves the
resolution of its colours and compresses it as JPEG does. Then the crop is cut out as the detector does it, with
errors of the corners. What is not a whole, well-framed card is rendered too: see `KINDS`.

Crops are uint8, shape (n, HEIGHT, WIDTH, 3), landscape. All random numbers come from one seeded generator.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor

WIDTH, HEIGHT = 96, 64

KINDS = (
    "card", "shifted", "two cards", "zoomed in", "zoomed out", "quarter turn", "texture", "back", "pips",
    "court", "empty", "more symbols", "covered", "turned symbols", "mixed symbols", "other shapes",
)  # fmt: skip
"""What a crop shows: a card, or one of the negatives."""

SHAPES = ("oval", "diamond", "squiggle")

SIZES = ((48, 24, 36), (64, 34, 50), (96, 50, 76), (128, 76, 102), (176, 102, 140))
"""Patches of the photo: the side in pixels, and the range of the length of a card's long side in pixels."""

SHARES = (0.12, 0.2, 0.28, 0.2, 0.2)
"""The share of crops of each size."""

BOX = (14.0, 24.0)
"""Half the width and half the height of the textures that hold outlines, in millimetres."""

GRID = (72, 120)


@dataclass
class Crops:
    """Rendered crops, what they show, and the true white of the paper in the photo (0 … 255)."""

    images: Tensor
    labels: Tensor  # (n, 4): number, colour, filling, shape; −1 where a crop has none
    card: Tensor  # 1: a whole, well-framed card, 0: none, −1: between
    kind: Tensor
    white: Tensor
    length: Tensor  # the card's long side in pixels of the photo


class Random:
    """Random numbers of a generator on its device."""

    def __init__(self, seed: int, device: str):
        self.device = device
        self.generator = torch.Generator(device).manual_seed(seed)

    def uniform(self, low: float, high: float, *shape: int) -> Tensor:
        return low + (high - low) * torch.rand(shape, generator=self.generator, device=self.device)

    def normal(self, *shape: int) -> Tensor:
        return torch.randn(shape, generator=self.generator, device=self.device)

    def chance(self, p: float, *shape: int) -> Tensor:
        return self.uniform(0, 1, *shape) < p

    def integer(self, below: int, *shape: int) -> Tensor:
        return torch.randint(below, shape, generator=self.generator, device=self.device)

    def power(self, low: float, high: float, *shape: int) -> Tensor:
        """Uniform on a logarithmic scale."""
        return torch.exp(self.uniform(math.log(low), math.log(high), *shape))


# --- outlines


def _stretched(points: Tensor, vertices: int) -> Tensor:
    """A closed polyline (n, m, 2) with vertices at equal steps of its parameter."""
    m = points.shape[1]
    at = torch.arange(vertices, device=points.device) * m / vertices
    low = at.long()
    part = (at - low)[None, :, None]
    return points[:, low] * (1 - part) + points[:, (low + 1) % m] * part


def _smooth(points: Tensor, vertices: int) -> Tensor:
    """The closed Catmull–Rom curve through points (n, m, 2)."""
    m = points.shape[1]
    at = torch.arange(vertices, device=points.device) * m / vertices
    i = at.long()
    t = (at - i)[None, :, None]
    a, b, c, d = (points[:, (i + k) % m] for k in (-1, 0, 1, 2))
    return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)


SQUIGGLES = (
    ((0.10, -0.50), (0.21, -0.485), (0.235, -0.43), (0.18, -0.32), (0.115, -0.2), (0.095, -0.08), (0.14, 0.05),
     (0.18, 0.16), (0.19, 0.29), (0.15, 0.41), (0.05, 0.48)),
    ((-0.045, -0.5), (0.10, -0.455), (0.205, -0.37), (0.245, -0.25), (0.21, -0.09), (0.135, 0.05), (0.098, 0.16),
     (0.12, 0.24), (0.18, 0.33), (0.205, 0.415), (0.15, 0.48)),
    ((0.03, -0.50), (0.15, -0.49), (0.22, -0.44), (0.225, -0.36), (0.17, -0.25), (0.12, -0.13), (0.12, -0.01),
     (0.16, 0.12), (0.20, 0.26), (0.18, 0.38), (0.10, 0.465)),
)  # fmt: skip
"""Half of three squiggles, in a box of height 1; the other half is the same, turned by 180°."""


def _squiggles(random: Random, n: int, vertices: int) -> Tensor:
    halves = torch.tensor(SQUIGGLES, device=random.device)[random.integer(len(SQUIGGLES), n)]
    halves = halves + 0.008 * random.normal(*halves.shape)
    points = _smooth(torch.cat([halves, -halves], 1), vertices)
    y = points[..., 1]
    # A wave with rounded ends as a second family, and everything between the two.
    angle = torch.arange(vertices, device=random.device) * 2 * math.pi / vertices
    bend, girth = random.uniform(0.04, 0.11, n, 1), random.uniform(0.11, 0.16, n, 1)
    wave_y = -0.5 * torch.cos(angle)[None].expand(n, -1)
    profile = (1 - (2 * wave_y).abs() ** 3).clamp(0) ** 0.5 * torch.sign(torch.sin(angle) + 1e-9)
    wave_x = -bend * torch.sin(wave_y * random.uniform(5.2, 6.6, n, 1)) + girth * profile
    wave = torch.stack([wave_x, wave_y], -1)
    points = torch.where(random.chance(0.2, n, 1, 1), wave, points)
    points = torch.stack([points[..., 0] + random.uniform(-0.1, 0.1, n, 1) * y, points[..., 1]], -1)
    mirrored = torch.where(random.chance(0.35, n, 1, 1), -1.0, 1.0)
    return points * torch.cat([mirrored, torch.ones_like(mirrored)], -1)


def _ovals(random: Random, n: int, vertices: int) -> Tensor:
    angle = torch.arange(vertices, device=random.device) * 2 * math.pi / vertices
    cos, sin = torch.cos(angle)[None].expand(n, -1), torch.sin(angle)[None].expand(n, -1)
    half = random.uniform(0.19, 0.27, n, 1)
    corner = half * torch.where(random.chance(0.75, n, 1), 1.0, random.uniform(0.75, 1, n, 1))

    # Quarter circles, with straight lines between them.
    straight = torch.stack([torch.sign(cos) * (half - corner), torch.sign(sin) * (0.5 - corner)], -1)
    stadium = corner[..., None] * torch.stack([cos, sin], -1) + straight
    power = 2 / random.uniform(2, 3, n, 1)
    ellipse = torch.stack([half * torch.sign(cos) * cos.abs() ** power, 0.5 * torch.sign(sin) * sin.abs() ** power], -1)
    return torch.where(random.chance(0.2, n, 1, 1), ellipse, stadium)


def _diamonds(random: Random, n: int, vertices: int) -> Tensor:
    half = random.uniform(0.2, 0.3, n)
    zero, top = torch.zeros_like(half), torch.full_like(half, 0.5)
    corners = [torch.stack(pair, -1) for pair in ((half, zero), (zero, top), (-half, zero), (zero, -top))]
    points = _stretched(torch.stack(corners, 1), vertices)
    along = torch.arange(vertices, device=random.device) * 4 / vertices % 1
    bulge = torch.where(random.chance(0.3, n), random.uniform(-0.08, 0.06, n), 0.0)
    return points * (1 + bulge[:, None] * 4 * along * (1 - along))[..., None]


def _others(random: Random, n: int, vertices: int) -> Tensor:
    """Hearts, stars, discs, polygons, crosses, blobs, rectangles: what other cards show."""
    angle = torch.arange(vertices, device=random.device) * 2 * math.pi / vertices
    which = random.integer(6, n)[:, None]
    blob = 0.36 + sum(
        (0.16 / k) * random.normal(n, 1) * torch.cos(k * angle + random.uniform(0, 6.3, n, 1)) for k in (2, 3, 4, 5)
    )
    corners = (3 + random.integer(4, n))[:, None]
    step = 2 * math.pi / corners
    regular = 0.45 * torch.cos(step / 2) / torch.cos(angle % step - step / 2)
    star = 0.5 * (1 - random.uniform(0.3, 0.7, n, 1) * (((angle * corners / (2 * math.pi)) % 1) * 2 - 1).abs())
    disc = torch.full_like(blob, 0.42)
    rectangle = 0.5 / torch.maximum(torch.cos(angle).abs() / random.uniform(0.3, 1, n, 1), torch.sin(angle).abs())
    heart = 0.28 * (1.25 - torch.sin(angle)) ** 0.8 * (1 + 0.25 * torch.sin(angle)) + 0.06 * (torch.cos(angle)).abs()
    radii = torch.stack([blob, regular, star, disc, rectangle, heart.expand(n, -1)])
    radius = radii.gather(0, which[None].expand(1, n, vertices))[0].clamp(0.06, 0.6)
    turn = random.uniform(-0.3, 0.3, n, 1) + random.integer(4, n)[:, None] * math.pi / 2
    wide = random.power(0.45, 1.1, n, 1)
    return torch.stack([wide * radius * torch.cos(angle + turn), radius * torch.sin(angle + turn)], -1)


def _distances(polygons: Tensor, half_heights: Tensor) -> Tensor:
    """Signed distances in millimetres, negative inside, on the grid of the textures: (n, 1, GRID)."""
    polygons = polygons * (2 * half_heights)[:, None, None]
    x = torch.linspace(-BOX[0], BOX[0], GRID[0], device=polygons.device)
    y = torch.linspace(-BOX[1], BOX[1], GRID[1], device=polygons.device)
    grid = torch.stack(torch.meshgrid(x, y, indexing="xy"), -1)
    rows = []
    for polygon in polygons:
        a, b = polygon, polygon.roll(-1, 0)
        edge, to = b - a, grid[..., None, :] - a
        t = ((to * edge).sum(-1) / (edge * edge).sum(-1).clamp(1e-9)).clamp(0, 1)
        nearest = (to - t[..., None] * edge).square().sum(-1).amin(-1).sqrt()
        crosses = (a[:, 1] <= grid[..., 1:2]) != (b[:, 1] <= grid[..., 1:2])
        slope = edge[:, 0] / torch.where(edge[:, 1].abs() < 1e-9, 1e-9, edge[:, 1])
        left = grid[..., 0:1] < a[:, 0] + (grid[..., 1:2] - a[:, 1]) * slope
        inside = (crosses & left).sum(-1) % 2 == 1
        rows.append(torch.where(inside, -nearest, nearest))
    return torch.stack(rows)[:, None]


def draw_outlines(random: Random, each: int) -> Tensor:
    """The bank: distances to `each` ovals, diamonds, squiggles and other shapes, in this order."""
    families = (_ovals, _diamonds, _squiggles, _others)
    polygons = torch.cat([family(random, each, 96) for family in families])
    halves = torch.cat([random.uniform(15.5, 21, 3 * each), random.uniform(5, 20, each)])
    return _distances(polygons, halves)


# --- colours


def lab_to_linear(lab: Tensor) -> Tensor:
    """Linear sRGB of CIE Lab (D65), not clipped from above."""
    lightness, a, b = lab.unbind(-1)
    fy = (lightness + 16) / 116
    f = torch.stack([fy + a / 500, fy, fy - b / 200], -1)
    white = torch.tensor([0.9505, 1.0, 1.089], device=lab.device)
    xyz = white * torch.where(f > 6 / 29, f**3, 3 * (6 / 29) ** 2 * (f - 4 / 29))
    matrix = torch.tensor(
        [[3.2406, -1.5372, -0.4986], [-0.9689, 1.8758, 0.0415], [0.0557, -0.2040, 1.0570]], device=lab.device
    )
    return (xyz @ matrix.T).clamp(0.002)


HUES = ((6.0, 46.0), (128.0, 182.0), (290.0, 334.0))
"""The Lab hues of red, green and purple inks, in degrees."""


def _inks(random: Random, colours: Tensor) -> Tensor:
    """Linear colours of inks; colour 3 is any other."""
    n = len(colours)
    ranges = torch.tensor([*HUES, (0.0, 360.0)], device=random.device)[colours]
    # Most printings are near the middle of the range.
    spread = (random.uniform(0, 1, n) + random.uniform(0, 1, n)) / 2
    hue = (ranges[:, 0] + spread * (ranges[:, 1] - ranges[:, 0])) * math.pi / 180
    low = torch.tensor([34.0, 30.0, 18.0, 5.0], device=random.device)[colours]
    high = torch.tensor([58.0, 62.0, 48.0, 75.0], device=random.device)[colours]
    lightness = low + (high - low) * random.uniform(0, 1, n)
    chroma_low = torch.tensor([48.0, 32.0, 34.0, 0.0], device=random.device)[colours]
    chroma_high = torch.tensor([88.0, 70.0, 80.0, 70.0], device=random.device)[colours]
    chroma = chroma_low + (chroma_high - chroma_low) * random.uniform(0, 1, n)
    faded = torch.where(random.chance(0.1, n), random.uniform(0, 0.4, n), 0.0)
    lightness = lightness + faded * (80 - lightness)
    chroma = chroma * (1 - 0.8 * faded)
    return lab_to_linear(torch.stack([lightness, chroma * torch.cos(hue), chroma * torch.sin(hue)], -1))


def to_gamma(linear: Tensor) -> Tensor:
    return torch.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear.clamp(1e-6) ** (1 / 2.4) - 0.055)


def _any_colour(random: Random, n: int) -> Tensor:
    """A linear colour, often grey, brown or dark."""
    lightness = random.uniform(2, 100, n)
    hue = torch.where(random.chance(0.4, n), random.uniform(0.7, 1.5, n), random.uniform(0, 2 * math.pi, n))
    chroma = random.power(1, 60, n) * torch.where(random.chance(0.3, n), 0.0, 1.0)
    return lab_to_linear(torch.stack([lightness, chroma * torch.cos(hue), chroma * torch.sin(hue)], -1)).clamp(0, 1)


# --- the scene


def _coverage(distance: Tensor, pixel: Tensor) -> Tensor:
    """The share of a pixel on the negative side of an edge."""
    return (0.5 - distance / pixel).clamp(0, 1)


def _bars(x: Tensor, pitch: Tensor, duty: Tensor, pixel: Tensor) -> Tensor:
    """Stripes of a period and a share of ink, averaged over a pixel."""

    def ink(at: Tensor) -> Tensor:
        whole = torch.floor(at)
        return whole * duty + torch.minimum(at - whole, duty)

    half = pixel / pitch / 2
    return (ink(x / pitch + half) - ink(x / pitch - half)) / (2 * half)


def _noise(random: Random, n: int, channels: int, size: int, cells: int) -> Tensor:
    coarse = random.normal(n, channels, cells, cells)
    return F.interpolate(coarse, size=(size, size), mode="bilinear", align_corners=False)


def _map_points(h: Tensor, x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
    """The projective images of points, (n, …) each, under maps (n, 3, 3)."""
    m = [[h[:, i, j].view(-1, *[1] * (x.dim() - 1)) for j in range(3)] for i in range(3)]
    w = m[2][0] * x + m[2][1] * y + m[2][2]
    w = torch.where(w.abs() < 0.05, 0.05, w)
    return (m[0][0] * x + m[0][1] * y + m[0][2]) / w, (m[1][0] * x + m[1][1] * y + m[1][2]) / w


def _square_to(quad: Tensor) -> Tensor:
    """The projective maps that take the corners (0,0), (1,0), (1,1), (0,1) to quads (n, 4, 2)."""
    a, b, c, d = quad.unbind(1)
    u, v, s = b - c, d - c, a - b + c - d
    area = u[:, 0] * v[:, 1] - v[:, 0] * u[:, 1]
    area = torch.where(area.abs() < 1e-6, 1e-6, area)
    g = (s[:, 0] * v[:, 1] - v[:, 0] * s[:, 1]) / area
    h = (u[:, 0] * s[:, 1] - s[:, 0] * u[:, 1]) / area
    first = b - a + g[:, None] * b
    second = d - a + h[:, None] * d
    rows = [torch.stack([first[:, k], second[:, k], a[:, k]], -1) for k in (0, 1)]
    return torch.stack([*rows, torch.stack([g, h, torch.ones_like(g)], -1)], 1)


def _column(x: Tensor) -> Tensor:
    return x[:, None, None]


class Renderer:
    """Renders batches; `hard` scales every disturbance, 1 is the setting for training."""

    def __init__(self, seed: int, device: str, outlines: int = 256, hard: float = 1.0, negatives: float = 0.3):
        self.random = Random(seed, device)
        self.device = device
        self.each = outlines
        self.bank = draw_outlines(self.random, outlines)
        self.hard = hard
        self.negatives = negatives

    def render(self, n: int, sizes: tuple[int, ...] | None = None) -> Crops:
        """About n crops of all sizes of patches, or of those named by their index."""
        chosen = range(len(SIZES)) if sizes is None else sizes
        total = sum(SHARES[i] for i in chosen)
        parts = [self._render(max(1, round(n * SHARES[i] / total)), *SIZES[i]) for i in chosen]
        fields = ("images", "labels", "card", "kind", "white", "length")
        return Crops(*(torch.cat([getattr(part, name) for part in parts]) for name in fields))

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def _render(self, n: int, side: int, shortest: int, longest: int) -> Crops:
        random, hard = self.random, self.hard
        kind = torch.where(random.chance(self.negatives, n), 1 + random.integer(len(KINDS) - 1, n), 0)

        def is_kind(*names: str) -> Tensor:
            return torch.isin(kind, torch.tensor([KINDS.index(name) for name in names], device=self.device))

        # The card, in millimetres.
        width = random.uniform(84, 91, n)
        height = width / random.uniform(1.38, 1.58, n)
        corner = random.uniform(2.0, 6.5, n)
        labels = random.integer(3, n, 2, 4)  # of the card, and of its neighbours
        number, colour, filling, shape = labels.unbind(-1)
        odd = is_kind("mixed symbols")
        number[odd] = number[odd].clamp(1)  # one symbol has none to differ from
        outline = random.integer(self.each, n, 2)
        other = is_kind("pips", "court", "other shapes")[:, None]
        bank_index = torch.where(other, 3, shape) * self.each + outline
        size = random.uniform(0.92, 1.04, n) * height / 57
        long_side = random.power(shortest, longest, n)
        scale = long_side / width

        # The map from millimetres to pixels of the patch: turn, foreshorten, perspective.
        turn = random.uniform(0, 2 * math.pi, n)
        tilt_axis = random.uniform(0, math.pi, n)
        squash = 1 - torch.where(random.chance(0.6, n), random.uniform(0, 0.5 * min(hard, 1.2), n), 0.0)
        cos, sin = torch.cos(tilt_axis), torch.sin(tilt_axis)
        one = torch.ones_like(cos)
        mixed = (1 - squash) * cos * sin
        diagonal = cos * cos + squash * sin * sin, sin * sin + squash * cos * cos
        tilt = torch.stack([diagonal[0], mixed, mixed, diagonal[1]], -1).view(n, 2, 2)
        spin = torch.stack([torch.cos(turn), -torch.sin(turn), torch.sin(turn), torch.cos(turn)], -1).view(n, 2, 2)
        linear = scale[:, None, None] * (tilt @ spin)
        centre = side / 2 + random.uniform(-0.5, 0.5, n, 2)
        lean = 0.0016 * hard * random.normal(n, 2) * torch.where(random.chance(0.7, n, 1), 1.0, 0.0)
        lean = lean.clamp(-0.004, 0.004)
        top = torch.cat([linear + centre[:, :, None] * lean[:, None], centre[:, :, None]], 2)
        to_patch = torch.cat([top, torch.cat([lean, one[:, None]], 1)[:, None]], 1)
        to_card = torch.linalg.inv(to_patch)
        pixel = _column(1 / (scale * squash.sqrt()))

        at = torch.arange(side, device=self.device) + 0.5
        grid_y, grid_x = torch.meshgrid(at, at, indexing="ij")
        x, y = _map_points(to_card, grid_x.expand(n, -1, -1), grid_y.expand(n, -1, -1))

        # Neighbours lie in a lattice around the card.
        gap_x, gap_y = random.power(0.3, 30, n), random.power(0.3, 30, n)
        crowded = random.chance(0.5, n) | is_kind("two cards")
        step_x, step_y = width + gap_x, height + gap_y
        shear = torch.where(random.chance(0.5, n), random.uniform(-20, 20, n), 0.0)
        tile_y = torch.where(_column(crowded), torch.round(y / _column(step_y)), 0.0)
        slid = x - tile_y * _column(shear)
        tile_x = torch.where(_column(crowded), torch.round(slid / _column(step_x)), 0.0)
        own = (tile_x == 0) & (tile_y == 0)
        second = ((tile_x + tile_y).long() % 2).abs()
        x_card, y_card = slid - tile_x * _column(step_x), y - tile_y * _column(step_y)
        away = is_kind("texture")
        half_w, half_h = _column(width / 2), _column(height / 2)
        rounding = _column(corner)
        qx, qy = x_card.abs() - half_w + rounding, y_card.abs() - half_h + rounding
        outside = torch.sqrt(qx.clamp(0) ** 2 + qy.clamp(0) ** 2) + torch.maximum(qx, qy).clamp(max=0) - rounding
        outside = outside + 1000 * _column(away)
        paper = _coverage(outside, pixel)

        # Symbols, in a lattice on the card: one row for a card of the game.
        def pick(values: Tensor) -> Tensor:
            """The value of the card or of its neighbours for every pixel."""
            return torch.where(second == 0, _column(values[:, 0]), _column(values[:, 1]))

        many = is_kind("more symbols", "pips", "court")
        columns = torch.where(many[:, None], 1 + random.integer(5, n, 2), number + 1)
        rows = torch.where(many, 1 + random.integer(4, n), 1)
        columns = torch.where(is_kind("more symbols")[:, None] & (columns * rows[:, None] < 4), 4, columns)
        columns = torch.where(is_kind("empty")[:, None], 0, columns)
        shrink = torch.where(many, torch.minimum(1.15 / rows, 3.0 / columns.amax(1)).clamp(0.2, 1.0), 1.0)
        small = random.chance(0.2, n) & ~many
        size = size * shrink * torch.where(small, random.uniform(0.72, 1, n), 1.0)
        widest = torch.tensor([9.5, 10.0, 9.0, 10.0], device=self.device)[torch.where(other, 3, shape)]
        pitch = 2 * widest * size[:, None] + random.uniform(1.5, 9, n, 1) * size[:, None]
        pitch = torch.minimum(pitch, ((width - 2)[:, None] - 19 * size[:, None]) / (columns - 1).clamp(1))
        pitch_y = (height - 4) / rows
        # Misprint, and cards cut off centre.
        drift = 0.9 * random.normal(n, 2)
        askew = 0.01 * random.normal(n)
        xs = x_card - _column(drift[:, 0]) + _column(askew) * y_card
        ys = y_card - _column(drift[:, 1]) - _column(askew) * x_card
        across, pitches = pick(columns.float()), pick(pitch)
        place = torch.round(xs / pitches + (across - 1) / 2)
        place = torch.minimum(place.clamp(0), (across - 1).clamp(0))
        dx = xs - (place - (across - 1) / 2) * pitches
        deep = _column(rows.float())
        place_y = torch.round(ys / _column(pitch_y) + (deep - 1) / 2)
        place_y = torch.minimum(place_y.clamp(0), deep - 1)
        dy = ys - (place_y - (deep - 1) / 2) * _column(pitch_y)
        second = torch.where(_column(odd), (second + place.long() + place_y.long()) % 2, second)
        flat = _column(is_kind("turned symbols") | (other[:, 0] & random.chance(0.6, n)))
        dx, dy = torch.where(flat, dy, dx), torch.where(flat, -dx, dy)
        zoom = _column(size)
        lookup = torch.stack([dx / zoom / BOX[0], dy / zoom / BOX[1]], -1)
        textures = self.bank[bank_index].squeeze(2)
        both = F.grid_sample(textures, lookup, mode="bilinear", padding_mode="border", align_corners=True)
        distance = torch.where(second == 0, both[:, 0], both[:, 1]) * zoom
        distance = torch.where(across > 0, distance, 99.0)

        stroke = _column(random.power(0.65, 2.0, n) * size.clamp(0.5))
        body = _coverage(distance, pixel)
        core = _coverage(distance + stroke, pixel)
        kind_of_bars = random.uniform(0, 1, n)
        lines_along = kind_of_bars < 0.72
        slanted = kind_of_bars > 0.92
        lines = torch.where(lines_along | slanted, random.power(6, 34, n), random.power(5, 14, n))
        bar_pitch = torch.where(lines_along | slanted, 37 * size, 18 * size) / lines
        duty = random.uniform(0.28, 0.55, n)
        angle = torch.where(lines_along, 0.0, torch.where(slanted, random.uniform(-1, 1, n), math.pi / 2))
        along = dy * _column(torch.cos(angle)) + dx * _column(torch.sin(angle))
        phase = random.uniform(0, 1, n) * bar_pitch
        bars = _bars(along + _column(phase), _column(bar_pitch), _column(duty), pixel)
        screen = random.chance(0.06, n)  # a printed tint instead of stripes
        bars = torch.where(_column(screen), _column(random.uniform(0.18, 0.5, n)), bars)
        fillings = pick(filling)
        inner = torch.where(fillings == 0, 1.0, torch.where(fillings == 1, bars, 0.0))
        bare = random.chance(0.04, n) & (filling[:, 0] == 1)  # stripes without an outline
        ink = torch.where(_column(bare), body * inner, (body - core) + core * inner)
        solid_edge = _column(random.chance(0.1, n))
        ink = torch.where(solid_edge & (fillings == 0), _coverage(distance + stroke / 2, pixel), ink)
        density = random.uniform(0.86, 1.0, n)
        colours = torch.where(other, torch.where(random.chance(0.5, n, 1), colour, 3), colour)
        inks = torch.stack([_inks(random, colours[:, k]) for k in (0, 1)], 1)
        ink_colour = torch.where(
            (second == 0)[:, None], inks[:, 0, :, None, None], inks[:, 1, :, None, None]
        )  # (n, 3, side, side)
        ink = ink * _column(density)

        # Index letters of other playing cards, at two corners.
        letters = self.bank[3 * self.each + random.integer(self.each, n)]
        lx = torch.sign(x_card) * x_card - half_w + 7
        ly = torch.where(x_card > 0, y_card, -y_card) - half_h + 8
        letter = F.grid_sample(
            letters, torch.stack([lx * 6 / BOX[0], ly * 6 / BOX[1]], -1), padding_mode="border", align_corners=True
        )[:, 0]
        indexed = is_kind("pips", "court") | (is_kind("other shapes") & random.chance(0.4, n))
        ink = torch.where(_column(indexed), torch.maximum(ink, _coverage(letter / 6, pixel)), ink)

        white = 0.82 + 0.08 * random.normal(n, 1) * 0.6 + 0.025 * random.normal(n, 3)
        cream = torch.where(random.chance(0.2, n, 1), random.uniform(0, 0.22, n, 1), 0.0)
        white = white * (1 - cream * torch.tensor([0.05, 0.3, 1.0], device=self.device))
        white = white.clamp(0.4, 0.98)
        sheet = white[:, :, None, None]
        surface = sheet * (1 - ink[:, None]) + torch.minimum(ink_colour, sheet) * ink[:, None]

        # Backs of cards and pictures of court cards.
        pattern = self._pattern(n, side, grid_x, grid_y)
        inset = random.uniform(0, 9, n)
        frame = _coverage(outside + _column(inset), pixel)[:, None]
        pictured = is_kind("back", "court")
        surface = torch.where(pictured[:, None, None, None], surface * (1 - frame) + pattern * frame, surface)

        # The table, with the shadow of the card.
        ground = self._pattern(n, side, grid_x, grid_y, plain=0.5)
        depth = _column(random.uniform(0, 0.7, n) * torch.where(random.chance(0.7, n), 1.0, 0.0))
        shade = 1 - depth * torch.exp(-outside.clamp(0) / _column(random.power(0.4, 4, n)))
        scene = ground * shade[:, None] * (1 - paper[:, None]) + surface * paper[:, None]
        rim = _column(random.uniform(-0.25, 0.25, n)) * torch.exp(-(outside.abs() / 0.5).clamp(max=20))
        scene = scene * (1 + rim[:, None] * paper[:, None])

        # Fingers and other things that lie over the card.
        covered = is_kind("covered")
        touched = covered | random.chance(0.12 * hard, n)
        reach = torch.where(covered, random.uniform(0, 0.45, n), random.uniform(0.42, 0.75, n))
        where = random.uniform(0, 2 * math.pi, n)
        tip_x, tip_y = width * reach * torch.cos(where), height * reach * 1.1 * torch.sin(where)
        way = where + 0.5 * random.normal(n)
        px, py = x - _column(tip_x), y - _column(tip_y)
        ahead = (px * _column(torch.cos(way)) + py * _column(torch.sin(way))).clamp(0)
        gone = torch.sqrt((px - ahead * _column(torch.cos(way))) ** 2 + (py - ahead * _column(torch.sin(way))) ** 2)
        finger = _coverage(gone - _column(random.uniform(6, 11, n)), pixel)
        sheet_over = _coverage(-(px * _column(torch.cos(way)) + py * _column(torch.sin(way))), pixel)
        over = torch.where(_column(random.chance(0.3, n)), sheet_over, finger) * _column(touched)
        skin = lab_to_linear(
            torch.stack([random.uniform(25, 80, n), random.uniform(8, 22, n), random.uniform(10, 28, n)], -1)
        )
        other_cover = torch.where(random.chance(0.5, n, 1), white, _any_colour(random, n))
        cover = torch.where(random.chance(0.65, n, 1), skin, other_cover)
        scene = scene * (1 - over[:, None]) + cover[:, :, None, None] * over[:, None]
        mine = body * paper * own
        hidden = (mine * over).sum((1, 2)) / mine.sum((1, 2)).clamp(1e-3)

        scene, tint = self._light(scene, grid_x, grid_y, side, long_side)
        scene, encoded_white = self._expose(scene, white * tint)
        photo = self._develop(scene, long_side)
        quad, error = self._corners(n, width, height, step_x, step_y, is_kind)
        images = self._rectify(photo, to_patch, quad, side, long_side)

        good = (kind == 0) | (is_kind("covered") & (hidden < 0.06))
        card = torch.where(good & (error < 0.085) & (hidden < 0.08), 1, torch.where(good & (hidden < 0.2), -1, 0))
        card = torch.where(is_kind("covered") & (hidden >= 0.06) & (hidden < 0.2), -1, card)
        truth = torch.where((good & (hidden < 0.1) & (error < 0.13))[:, None], labels[:, 0], -1)
        return Crops(images, truth, card, kind, encoded_white, long_side)

    def _pattern(self, n: int, side: int, grid_x: Tensor, grid_y: Tensor, plain: float = 0.1) -> Tensor:
        """Textures of two colours: noise of several scales, boards, bars, checks."""
        random = self.random
        first, second = _any_colour(random, n), _any_colour(random, n)
        near = torch.where(random.chance(plain, n, 1), 0.15, 1.0)
        second = first + (second - first) * near
        angle = random.uniform(0, math.pi, n)
        u = grid_x * _column(torch.cos(angle)) + grid_y * _column(torch.sin(angle))
        v = grid_y * _column(torch.cos(angle)) - grid_x * _column(torch.sin(angle))
        rate = _column(random.power(0.05, 1.5, n))
        waves = torch.sin(u * rate + 2 * _noise(random, n, 1, side, 5)[:, 0])
        checks = torch.sign(torch.sin(u * rate) * torch.sin(v * rate))
        clouds = sum(_noise(random, n, 1, side, cells)[:, 0] for cells in (4, 12, 36)) / 1.5
        which = _column(random.uniform(0, 1, n))
        mix = torch.where(which < 0.5, clouds, torch.where(which < 0.8, 0.6 * waves + 0.4 * clouds, checks))
        mix = (0.5 + 0.5 * mix).clamp(0, 1)[:, None]
        return first[:, :, None, None] * (1 - mix) + second[:, :, None, None] * mix

    def _light(
        self, scene: Tensor, grid_x: Tensor, grid_y: Tensor, side: int, long_side: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Tinted light with gradients, shadows and glare; and the tint."""
        random, n, hard = self.random, len(scene), self.hard
        strong = torch.where(random.chance(0.15, n), 0.42, 0.16) * hard
        warmth, magenta = strong * random.normal(n), 0.35 * strong * random.normal(n)
        tint = torch.exp(torch.stack([warmth, magenta, -warmth], -1).clamp(-1.0, 1.0))
        unit = 2 / long_side  # half a card is 1
        u, v = (grid_x - side / 2) * _column(unit), (grid_y - side / 2) * _column(unit)
        slope = 0.22 * hard * random.normal(n, 2)
        light = (1 + _column(slope[:, 0]) * u + _column(slope[:, 1]) * v).clamp(0.25, 2)
        angle, offset = random.uniform(0, 2 * math.pi, n), random.uniform(-1.1, 1.1, n)
        edge = u * _column(torch.cos(angle)) + v * _column(torch.sin(angle)) - _column(offset)
        edge = (
            edge
            + 0.3 * _column(random.normal(n)) * (v * _column(torch.cos(angle)) - u * _column(torch.sin(angle))) ** 2
        )
        in_shadow = torch.sigmoid(edge / _column(random.power(0.01, 0.4, n)))
        strength = torch.where(random.chance(0.25 * hard, n), random.uniform(0.2, 0.75, n), 0.0)
        cool = torch.exp(0.1 * random.normal(n, 1) * torch.tensor([1.0, 0.0, -1.0], device=self.device))
        shadow = 1 - (_column(strength) * in_shadow)[:, None] * (1 / cool)[:, :, None, None].clamp(0.8, 1.2)
        lit = scene * light[:, None] * shadow.clamp(0.1)
        spot = random.uniform(-1.2, 1.2, n, 2)
        stretch = random.power(0.3, 3, n)
        away = (u - _column(spot[:, 0])) ** 2 * _column(stretch) + (v - _column(spot[:, 1])) ** 2 / _column(stretch)
        power = torch.where(random.chance(0.22 * hard, n), random.power(0.05, 1.6, n), 0.0)
        glare = _column(power) * torch.exp(-away / _column(random.power(0.01, 0.8, n)))
        veil = torch.where(random.chance(0.2, n), random.uniform(0, 0.1, n), 0.0) * hard
        return (lit + glare[:, None] + _column(veil)[:, None]) * tint[:, :, None, None], tint

    def _expose(self, scene: Tensor, white: Tensor) -> tuple[Tensor, Tensor]:
        """Exposure, mixing of channels, and a tone curve: encoded values around 0 … 1, and the encoded white."""
        random, n, hard = self.random, len(scene), self.hard
        # White lies between a dark webcam and an overexposed phone.
        level = torch.where(random.chance(0.7, n), random.uniform(0.35, 1.0, n), random.uniform(0.1, 1.4, n))
        gain = level / white.amax(1)
        # The camera's own balance takes part of the tint away.
        grey = (white / white.mean(1, keepdim=True)) ** -random.uniform(0, 0.9, n, 1)
        mixing = torch.eye(3, device=self.device) + 0.05 * hard * random.normal(n, 3, 3)
        mixing = mixing / mixing.sum(2, keepdim=True)
        factor = (gain[:, None] * grey)[:, :, None, None]
        contrast = 1 + 0.25 * hard * random.normal(n).clamp(-1.5, 2)
        vivid = torch.exp(0.27 * hard * random.normal(n)).clamp(0.35, 2)

        def develop(colours: Tensor) -> Tensor:
            linear = torch.einsum("nij,njhw->nihw", mixing, colours * factor).clamp(0)
            encoded = to_gamma(linear)
            curved = encoded.clamp(0, 1)
            curved = curved + (_column(contrast)[:, None] - 1) * curved * (1 - curved) * (2 * curved - 1)
            encoded = torch.where(encoded > 1, encoded, curved)
            grey = (encoded * self._luma()).sum(1, keepdim=True)
            return (grey + (encoded - grey) * _column(vivid)[:, None]).clamp(0, 1.3)

        return develop(scene), develop(white[:, :, None, None])[:, :, 0, 0].clamp(0, 1) * 255

    def _luma(self) -> Tensor:
        return torch.tensor([0.299, 0.587, 0.114], device=self.device).view(1, 3, 1, 1)

    def _develop(self, scene: Tensor, long_side: Tensor) -> Tensor:
        """Blur, clipping, sharpening, noise, colours of half the resolution, and JPEG."""
        random, n, hard = self.random, len(scene), self.hard
        side = scene.shape[-1]
        fx = torch.fft.rfftfreq(side, device=self.device)[None, None]
        fy = torch.fft.fftfreq(side, device=self.device)[None, :, None]
        # Blur in pixels: of the sensor, of focus (a share of the card), of motion.
        sensor = random.uniform(0.3, 0.7, n)
        focus = torch.where(random.chance(0.5, n), random.power(0.002, 0.013 * hard, n), 0.0) * long_side
        spread = _column(sensor**2 + focus**2)
        way = random.uniform(0, math.pi, n)
        run = torch.where(random.chance(0.25, n), random.power(0.005, 0.035 * hard, n), 0.0) * long_side
        along = _column(run) * (fx * _column(torch.cos(way)) + fy * _column(torch.sin(way)))
        transfer = torch.exp(-2 * math.pi**2 * spread * (fx**2 + fy**2)) * torch.sinc(along)
        # Phones sharpen what they blurred.
        sharpen = torch.where(random.chance(0.4, n), random.uniform(0, 1.5, n), 0.0)
        radius = random.power(0.6, 2, n)
        halo = 1 + _column(sharpen) * (1 - torch.exp(-2 * math.pi**2 * _column(radius**2) * (fx**2 + fy**2)))
        spectrum = torch.fft.rfft2(scene) * (transfer * halo)[:, None]
        photo = torch.fft.irfft2(spectrum, s=(side, side)).clamp(0, 1)
        noise = random.power(0.001, 0.03 * hard, n)
        grain = random.normal(*photo.shape)
        soft = F.avg_pool2d(grain, 3, 1, 1) * 2.5
        grain = torch.where(random.chance(0.5, n, 1, 1, 1), soft, grain)
        photo = photo + _column(noise)[:, None] * grain * (0.4 + photo.clamp(0.02).sqrt())
        return self._compress(photo.clamp(0, 1))

    def _compress(self, photo: Tensor) -> Tensor:
        """JPEG: YCbCr with colours of half the resolution, 8×8 cosine transforms, quantisation."""
        random, n, side = self.random, len(photo), photo.shape[-1]
        red, green, blue = (255 * photo).unbind(1)
        y = 0.299 * red + 0.587 * green + 0.114 * blue
        colours = torch.stack([0.564 * (blue - y), 0.713 * (red - y)], 1)
        smeared = F.interpolate(F.avg_pool2d(colours, 4), scale_factor=2, mode="bilinear", align_corners=False)
        halved = F.avg_pool2d(colours, 2)
        halved = torch.where(random.chance(0.15, n, 1, 1, 1), smeared, halved)
        quality = torch.where(random.chance(0.75, n), random.uniform(80, 98, n), random.uniform(30, 85, n))
        factor = torch.where(quality < 50, 50 / quality, 2 - quality / 50).clamp(0.02)
        y = self._quantise(y[:, None] - 128, factor, LUMA_STEPS)[:, 0] + 128
        halved = self._quantise(halved, factor, CHROMA_STEPS)
        cb, cr = F.interpolate(halved, size=(side, side), mode="bilinear", align_corners=False).unbind(1)
        rgb = torch.stack([y + cr / 0.713, y - 0.344 * cb / 0.564 - 0.714 * cr / 0.713, y + cb / 0.564], 1)
        return rgb.clamp(0, 255)

    def _quantise(self, planes: Tensor, factor: Tensor, steps: tuple[int, ...]) -> Tensor:
        n, c, h, w = planes.shape
        k = torch.arange(8, device=self.device)
        basis = torch.cos(math.pi / 8 * (k[None] + 0.5) * k[:, None]) / 2
        basis[0] /= math.sqrt(2)
        blocks = planes.view(n, c, h // 8, 8, w // 8, 8)
        step = torch.tensor(steps, device=self.device, dtype=torch.float32).view(1, 1, 1, 8, 1, 8)
        step = (step * factor.view(-1, 1, 1, 1, 1, 1)).clamp(1)
        waves = torch.einsum("ui,ncaibj,vj->ncaubv", basis, blocks, basis)
        waves = torch.round(waves / step) * step
        return torch.einsum("ui,ncaubv,vj->ncaibj", basis, waves, basis).reshape(n, c, h, w)

    def _corners(
        self, n: int, width: Tensor, height: Tensor, step_x: Tensor, step_y: Tensor, is_kind: Callable[[str], Tensor]
    ) -> tuple[Tensor, Tensor]:
        """The corners that the detector believes, in millimetres, and their largest error as a share of the height."""
        random, hard = self.random, self.hard
        square = torch.tensor([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], device=self.device)
        size = torch.stack([width, height], -1)[:, None]
        true = square * size
        sigma = random.power(0.1, 1.4 * hard, n, 1, 1)
        quad = true * (1 + 0.018 * hard * random.normal(n, 1, 1)) + sigma * random.normal(n, 4, 2)
        error = (quad - true).norm(dim=-1).amax(-1) / height
        # What the detector should not have cut out.
        sign = torch.where(random.chance(0.5, n, 2), 1.0, -1.0)
        one_way = random.chance(0.5, n)
        far = torch.stack([step_x, step_y], -1) * sign * random.uniform(0.22, 0.75, n, 2)
        far = far * torch.where(random.chance(0.3, n, 1), 1.0, torch.stack([one_way, ~one_way], -1).float())
        shifted = quad + far[:, None]
        stretch = torch.stack([one_way, ~one_way], -1).float()
        lone = torch.stack([step_x, step_y], -1)[:, None] * sign[:, None]
        pair = quad * (1 + stretch[:, None]) + stretch[:, None] * lone / 2
        slack = 0.5 * random.uniform(0.2, 0.85, n, 2)[:, None]
        inside = quad * 2 * slack + (1 - 2 * slack) * size * random.uniform(-0.5, 0.5, n, 2)[:, None]
        wider = quad * random.uniform(1.2, 2.4, n, 1)[..., None] + size * random.uniform(-0.2, 0.2, n, 2)[:, None]
        turned = quad.roll(1, 1)
        choices = {
            "shifted": shifted, "two cards": pair, "zoomed in": inside, "zoomed out": wider, "quarter turn": turned,
        }  # fmt: skip
        for name, changed in choices.items():
            quad = torch.where(is_kind(name)[:, None, None], changed, quad)
        return quad, error

    def _rectify(self, photo: Tensor, to_patch: Tensor, quad: Tensor, side: int, long_side: Tensor) -> Tensor:
        """The crops between the corners, 8 bits each; half of them averaged over four samples a pixel."""
        n = len(photo)
        x, y = _map_points(to_patch, quad[..., 0], quad[..., 1])
        h = _square_to(torch.stack([x, y], -1))
        over = 2
        u = (torch.arange(WIDTH * over, device=self.device) + 0.5) / (WIDTH * over)
        v = (torch.arange(HEIGHT * over, device=self.device) + 0.5) / (HEIGHT * over)
        v, u = torch.meshgrid(v, u, indexing="ij")
        px, py = _map_points(h, u.expand(n, -1, -1), v.expand(n, -1, -1))
        at = torch.stack([px, py], -1) / side * 2 - 1
        fine = F.grid_sample(photo, at, mode="bilinear", padding_mode="border", align_corners=False)
        smooth = F.avg_pool2d(fine, over)
        rough = fine[:, :, ::2, ::2]
        crops = torch.where(self.random.chance(0.7, n, 1, 1, 1), smooth, rough)
        return crops.round().clamp(0, 255).to(torch.uint8).permute(0, 2, 3, 1).contiguous()


LUMA_STEPS = (
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51,
    87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101,
    72, 92, 95, 98, 112, 100, 103, 99,
)  # fmt: skip
CHROMA_STEPS = (
    17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99,
    99, 99, 99, *(99,) * 32,
)  # fmt: skip
"""The quantisation tables of the JPEG standard (ITU-T T.81, annex K) at quality 50."""
