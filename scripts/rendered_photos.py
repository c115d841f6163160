# mypy: ignore-errors
"""Rendered photos of whole tables, for training and testing the finder of cards (needs PyTorch).

Cards are laid on a table in rows, askew, touching, over each other or scattered; a camera looks at them from up to
62°, with some distortion of its lens. The table is plain, cloth, wood, chequered, tiled, carpet or white, with paper,
books and other things on it, backs of cards and cards of other games among the cards, and fingers over them. The
cards, the light and the camera are those of `scripts.rendered_cards`. All random numbers come from one seed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor

from scripts.rendered_cards import (
    BOX,
    Renderer,
    _any_colour,
    _bars,
    _coverage,
    _inks,
    _map_points,
    lab_to_linear,
)  # fmt: skip

MOST = 21
"""The largest number of cards in a photo."""

TEXTURE = (264, 171)
"""The pixels of a drawn card, three to the millimetre."""

LAYOUTS = ("rows", "touching", "overlapping", "scattered")
GROUNDS = ("plain", "cloth", "wood", "checks", "tiles", "carpet", "white", "printed")


@dataclass
class Photos:
    """Rendered photos, (n, side, side, 3), and their cards; corners count pixels from the centre of the first."""

    images: Tensor
    quads: Tensor  # (n, MOST, 4, 2), clockwise in the picture, the first side a long one
    visible: Tensor  # (n, MOST): the share of the card that is seen; 0 for no card
    labels: Tensor  # (n, MOST, 4): number, colour, filling, shape
    owner: Tensor  # (n, side, side): the card seen at a pixel, −1 for none
    layout: Tensor
    ground: Tensor
    tilt: Tensor  # degrees


class Photographer:
    """Renders batches of photos; `hard` scales the disturbances of light and camera."""

    def __init__(self, seed: int, device: str, hard: float = 1.0, outlines: int = 96):
        self.cards = Renderer(seed, device, outlines, hard)
        self.random, self.device = self.cards.random, device
        self.noise = self._noise_bank()

    def _noise_bank(self) -> Tensor:
        """Periodic clouds: noise of many scales, (4, 512, 512), about −1 to 1."""
        k = torch.fft.fftfreq(512, device=self.device)
        radius = torch.sqrt(k[:, None] ** 2 + k[None] ** 2).clamp(1 / 512)
        found = []
        for power in (1.0, 1.0, 0.6, 0.2):
            spectrum = torch.fft.fft2(self.random.normal(512, 512)) / radius**power
            cloud = torch.fft.ifft2(spectrum).real
            found.append(cloud / cloud.std() / 2)
        return torch.stack(found)

    def _clouds(self, which: int, u: Tensor, v: Tensor) -> Tensor:
        """Noise at places that count whole periods."""
        at = torch.stack([u, v], -1)
        bank = self.noise[which][None, None].expand(len(u), -1, -1, -1)
        return F.grid_sample(bank, 2 * torch.remainder(at, 1) - 1, padding_mode="reflection", align_corners=False)[:, 0]

    @torch.no_grad()
    def render(self, n: int, side: int, smallest: float = 0.055) -> Photos:
        """Photos of `side` pixels (a multiple of 16); a card's long side is at least about `smallest` of them."""
        random = self.random
        layout = torch.multinomial(torch.tensor([0.6, 0.12, 0.14, 0.14]), n, True).to(self.device)
        place, turn, exists, size = self._lay(n, layout)
        to_photo, tilt = self._camera(n, side, place, turn, exists, size, smallest)
        bend = torch.where(random.chance(0.3, n), random.uniform(-0.05, 0.05, n), 0.0)
        at = torch.arange(side, device=self.device) + 0.5
        grid_y, grid_x = (g.expand(n, -1, -1) for g in torch.meshgrid(at, at, indexing="ij"))
        cx, cy = (grid_x - side / 2) / side, (grid_y - side / 2) / side
        stretch = 1 + bend[:, None, None] * (cx**2 + cy**2) * 4
        u, v = _map_points(torch.linalg.inv(to_photo), cx * stretch * side + side / 2, cy * stretch * side + side / 2)

        ground = random.integer(len(GROUNDS), n)
        scene = self._ground(n, ground, u, v)
        scene = self._things(scene, n, u, v, place, exists, (0.4, 0.25, 0.25))
        owner = torch.full((n, side, side), -1, dtype=torch.long, device=self.device)

        other = random.chance(0.12, n, 1) & random.chance(0.35, n, MOST)
        textures, labels, white = self._faces(n, size, other)
        corners_mm = self._corners(place, turn, size)
        quads = torch.stack(_map_points(to_photo, corners_mm[..., 0].flatten(1), corners_mm[..., 1].flatten(1)), -1)
        quads = self._bent(quads, bend, side).view(n, MOST, 4, 2)
        nxt = quads.roll(-1, 2)
        area = 0.5 * (quads[..., 0] * nxt[..., 1] - quads[..., 1] * nxt[..., 0]).sum(-1).abs()
        pixel = torch.sqrt(size[:, 0, None] * size[:, 1, None] / area.clamp(1))  # millimetres
        textures = self._softened(textures, pixel)
        depth = torch.where(random.chance(0.7, n), random.uniform(0, 0.6, n), 0.0)
        drop, spread = random.uniform(-2.5, 2.5, n, 2), random.power(0.6, 5, n)
        corner = random.uniform(2.0, 6.0, n)
        for k in range(MOST):
            there = exists[:, k, None, None].float()
            cos, sin = torch.cos(turn[:, k])[:, None, None], torch.sin(turn[:, k])[:, None, None]
            du, dv = u - place[:, k, 0, None, None], v - place[:, k, 1, None, None]
            x, y = cos * du + sin * dv, cos * dv - sin * du
            outside = _outside(x, y, size, corner)
            shaded = _outside(x + drop[:, 0, None, None], y + drop[:, 1, None, None], size, corner)
            shade = depth[:, None, None] * torch.exp(-shaded.clamp(0) / spread[:, None, None]) * there
            paper = _coverage(outside, pixel[:, k, None, None]) * there
            lookup = torch.stack([2 * x / size[:, 0, None, None], 2 * y / size[:, 1, None, None]], -1)
            face = F.grid_sample(textures[:, k], lookup, padding_mode="border", align_corners=False)
            scene = scene * (1 - shade)[:, None] * (1 - paper[:, None]) + face * paper[:, None]
            owner = torch.where(paper > 0.5, k, owner)
        scene, covered = self._fingers(scene, n, side, grid_x, grid_y)
        owner = torch.where(covered, -1, owner)
        seen = torch.stack([(owner == k).sum((1, 2)) for k in range(MOST)], 1) / area.clamp(1)
        visible = torch.where(exists & ~other, seen.clamp(0, 1), 0.0)
        owner = torch.where((owner >= 0) & other.gather(1, owner.clamp(0).flatten(1)).view_as(owner), -1, owner)

        long_side = (quads[:, :, 1] - quads[:, :, 0]).norm(dim=-1)
        long_side = (long_side * exists).sum(1) / exists.sum(1).clamp(1)
        long_side = torch.where(exists.any(1), long_side, torch.full_like(long_side, side / 6))
        scene, tint = self.cards._light(scene, grid_x, grid_y, side, torch.full_like(long_side, side * 0.8))
        scene, _ = self.cards._expose(scene, white * tint)
        photo = self.cards._develop(scene, long_side)
        images = photo.round().clamp(0, 255).to(torch.uint8).permute(0, 2, 3, 1).contiguous()
        return Photos(images, quads - 0.5, visible, labels, owner, layout, ground, tilt)

    # --- the table

    def _lay(self, n: int, layout: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Places and turns of the cards in millimetres, which exist, and the size of a card."""
        random = self.random
        width = random.uniform(84, 91, n)
        size = torch.stack([width, width / random.uniform(1.42, 1.58, n)], -1)
        counts = torch.tensor([0, 1, 2, 3, 6, 9, 12, 15, 18, 21], device=self.device)
        shares = torch.tensor([0.04, 0.05, 0.03, 0.07, 0.1, 0.16, 0.3, 0.12, 0.06, 0.07])
        number = counts[torch.multinomial(shares, n, True).to(self.device)]
        number = (number - random.integer(2, n) * (number > 3)).clamp(0)
        columns = torch.where(random.chance(0.6, n), 3, 1 + random.integer(6, n)).clamp(1)
        columns = torch.maximum(columns, (number + 5) // 6)
        index = torch.arange(MOST, device=self.device)[None]
        column, row = index % columns[:, None], index // columns[:, None]
        upright = random.chance(0.5, n)
        step = torch.where(upright[:, None], size.flip(1), size)
        is_layout = {name: layout == i for i, name in enumerate(LAYOUTS)}
        gap = random.power(3, 40, n, 2)
        gap = torch.where(is_layout["touching"][:, None], random.uniform(-0.3, 1.5, n, 2), gap)
        lapped = torch.where(
            random.chance(0.5, n, 1),
            torch.tensor([1.0, 0.0], device=self.device),
            torch.tensor([0.0, 1.0], device=self.device),
        )
        lap = -random.uniform(1, 0.3 * 57, n, 1) * lapped
        gap = torch.where(is_layout["overlapping"][:, None], gap * (1 - lapped) * 0.3 + lap, gap)
        gap = torch.where(is_layout["scattered"][:, None], (100 - step) + random.uniform(-12, 25, n, 2), gap)
        pitch = step + gap
        place = torch.stack([column * pitch[:, :1], row * pitch[:, 1:]], -1)
        jitter = random.power(0.2, 6, n)[:, None, None]
        jitter = torch.where(is_layout["scattered"][:, None, None], 8.0, jitter)
        place = place + jitter * random.normal(n, MOST, 2).clamp(-2, 2) * 0.7
        wobble = random.power(0.3, 9, n)[:, None] * math.pi / 180 * random.normal(n, MOST).clamp(-2.5, 2.5)
        turn = wobble + torch.where(upright, math.pi / 2, 0.0)[:, None] + math.pi * random.integer(2, n, MOST)
        turn = torch.where(is_layout["scattered"][:, None], random.uniform(0, 2 * math.pi, n, MOST), turn)
        return place, turn, index < number[:, None], size

    def _corners(self, place: Tensor, turn: Tensor, size: Tensor) -> Tensor:
        square = torch.tensor([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], device=self.device)
        at = square * size[:, None, None]
        cos, sin = torch.cos(turn)[..., None], torch.sin(turn)[..., None]
        x = cos * at[..., 0] - sin * at[..., 1] + place[..., :1]
        y = sin * at[..., 0] + cos * at[..., 1] + place[..., 1:]
        return torch.stack([x, y], -1)

    def _camera(
        self, n: int, side: int, place: Tensor, turn: Tensor, exists: Tensor, size: Tensor, smallest: float
    ) -> tuple[Tensor, Tensor]:
        """The maps from millimetres of the table to pixels, and the tilts in degrees."""
        random = self.random
        steep = torch.multinomial(torch.tensor([0.32, 0.35, 0.33]), n, True).to(self.device)
        low = torch.tensor([0.0, 15.0, 40.0], device=self.device)[steep]
        high = torch.tensor([15.0, 40.0, 62.0], device=self.device)[steep]
        tilt = low + (high - low) * random.uniform(0, 1, n)
        corners = self._corners(place, turn, size)
        there = exists[:, :, None, None].float()
        none = ~exists.any(1)
        middle = (corners * there).sum((1, 2)) / (4 * exists.sum(1)).clamp(1)[:, None]
        reach = ((corners - middle[:, None, None]).norm(dim=-1) * there[..., 0]).amax((1, 2)).clamp(60)
        spin = torch.where(
            random.chance(0.7, n),
            math.pi / 2 * random.integer(4, n) + 0.12 * random.normal(n),
            random.uniform(0, 6.3, n),
        )
        cos, sin, zero, one = (
            torch.cos(spin),
            torch.sin(spin),
            torch.zeros(n, device=self.device),
            torch.ones(n, device=self.device),
        )
        plane = torch.stack([cos, -sin, zero, sin, cos, zero, zero, zero, one], -1).view(n, 3, 3)
        shift = torch.eye(3, device=self.device).repeat(n, 1, 1)
        shift[:, :2, 2] = -middle
        distance = reach * random.uniform(1.6, 4.5, n)
        angle = tilt * math.pi / 180
        lean = -torch.sin(angle) / distance
        view = torch.stack([one, zero, zero, zero, torch.cos(angle), zero, zero, lean, one], -1).view(n, 3, 3)
        roll = torch.where(random.chance(0.7, n), 0.08 * random.normal(n), random.uniform(0, 6.3, n))
        turned = torch.stack(
            [torch.cos(roll), -torch.sin(roll), zero, torch.sin(roll), torch.cos(roll), zero, zero, zero, one], -1
        ).view(n, 3, 3)
        m = turned @ view @ plane @ shift
        x, y = _map_points(m, corners[..., 0].flatten(1), corners[..., 1].flatten(1))
        mask = exists.repeat_interleave(4, 1)
        large = 1e9
        left, right = torch.where(mask, x, large).amin(1), torch.where(mask, x, -large).amax(1)
        top, bottom = torch.where(mask, y, large).amin(1), torch.where(mask, y, -large).amax(1)
        extent = torch.maximum(right - left, bottom - top)
        extent = torch.where(none, torch.full_like(extent, 400), extent)
        share = torch.where(random.chance(0.75, n), random.uniform(0.6, 0.98, n), random.uniform(0.25, 0.6, n))
        share = torch.where(random.chance(0.12, n), random.uniform(1.0, 1.25, n), share)
        few = exists.sum(1) <= 2
        share = torch.where(few, random.uniform(0.15, 0.9, n), share)
        scale = share * side / extent
        xs, ys = x.view(n, MOST, 4), y.view(n, MOST, 4)
        longs = torch.hypot(xs[..., 1] - xs[..., 0], ys[..., 1] - ys[..., 0])
        wides = torch.hypot(xs[..., 2] - xs[..., 1], ys[..., 2] - ys[..., 1])
        longest = torch.where(exists, torch.maximum(longs, wides), large).amin(1)
        scale = torch.maximum(scale, torch.where(none, 0.0, smallest * side / longest))
        free = (side - scale * extent) / 2
        drift = random.uniform(-1, 1, n, 2) * free.abs()[:, None] * 0.9
        fit = torch.eye(3, device=self.device).repeat(n, 1, 1)
        fit[:, 0, 0] = fit[:, 1, 1] = scale
        fit[:, 0, 2] = torch.where(none, side / 2 * one, side / 2 - scale * (left + right) / 2) + drift[:, 0]
        fit[:, 1, 2] = torch.where(none, side / 2 * one, side / 2 - scale * (top + bottom) / 2) + drift[:, 1]
        return fit @ m, tilt

    def _bent(self, points: Tensor, bend: Tensor, side: int) -> Tensor:
        """The points after the distortion of the lens."""
        straight = (points - side / 2) / side
        bent = straight
        for _ in range(6):
            bent = straight / (1 + bend[:, None, None] * 4 * bent.square().sum(-1, keepdim=True)).clamp(0.5)
        return bent * side + side / 2

    def _ground(self, n: int, which: Tensor, u: Tensor, v: Tensor) -> Tensor:
        random = self.random

        def column(x: Tensor) -> Tensor:
            return x[:, None, None]

        angle = random.uniform(0, math.pi, n)
        s = u * column(torch.cos(angle)) + v * column(torch.sin(angle)) + column(random.uniform(0, 999, n))
        t = v * column(torch.cos(angle)) - u * column(torch.sin(angle)) + column(random.uniform(0, 999, n))
        coarse = self._clouds(0, s / 900, t / 900)
        mid = self._clouds(1, s / 260, t / 260)
        grain = self._clouds(2, s / column(random.power(60, 300, n)), t / column(random.power(60, 300, n)))
        boards = column(random.power(50, 220, n))
        board = torch.floor(t / boards)
        streak = self._clouds(1, s / 1500 + board * 0.37, t / column(random.power(40, 160, n)) + 0.02 * coarse)
        seam = torch.exp(-(((t / boards) % 1 - 0.5).abs() - 0.5).abs() * boards / column(random.power(0.5, 2, n)))
        wood = 0.9 * streak + 0.3 * grain + 0.3 * torch.sin(board * 12.9) - 1.2 * seam * column(random.uniform(0, 1, n))
        pitch = column(random.power(8, 70, n))
        stripe_s, stripe_t = torch.sin(s / pitch), torch.sin(t / pitch)
        checks = 0.7 * (torch.tanh(6 * stripe_s) + torch.tanh(6 * stripe_t)) + 0.2 * grain
        tile = column(random.power(60, 400, n))
        grout = torch.maximum(
            torch.exp(-(((s / tile) % 1 - 0.5).abs() - 0.5).abs() * tile / 2),
            torch.exp(-(((t / tile) % 1 - 0.5).abs() - 0.5).abs() * tile / 2),
        )
        tiles = 0.3 * mid + 0.15 * grain + 1.6 * grout * column(random.uniform(-1, 1, n))
        fibre = column(random.power(3, 30, n))
        carpet = 0.9 * self._clouds(3, s / fibre / 40, t / fibre / 40) + 0.5 * mid
        printed = torch.tanh(4 * (self._clouds(1, s / 500, t / 500))) + 0.5 * torch.tanh(
            5 * (stripe_s * stripe_t - 0.5)
        )
        kinds = torch.stack(
            [
                0.3 * coarse,
                0.3 * coarse + 0.5 * grain,
                wood,
                checks,
                tiles,
                carpet,
                0.25 * coarse + 0.15 * grain,
                printed,
            ]
        )
        mix = kinds.gather(0, which.view(1, n, 1, 1).expand(1, *kinds.shape[1:]))[0]
        first, second = _any_colour(random, n), _any_colour(random, n)
        brown = lab_to_linear(
            torch.stack([random.uniform(12, 78, n), random.uniform(4, 22, n), random.uniform(10, 42, n)], -1)
        )
        first = torch.where(((which == 2) & random.chance(0.85, n))[:, None], brown, first)
        pale = lab_to_linear(
            torch.stack([random.uniform(80, 98, n), 2 * random.normal(n), 3 * random.normal(n) + 2], -1)
        )
        first = torch.where((which == 6)[:, None], pale, first)
        near = random.uniform(0.05, 1, n, 1) * torch.where((which == 6)[:, None], 0.15, 1.0)
        second = first + (second - first) * near * torch.where((which == 2)[:, None], 0.4, 1.0)
        part = (0.5 + 0.5 * mix).clamp(0, 1)[:, None]
        return (first[:, :, None, None] * (1 - part) + second[:, :, None, None] * part).clamp(0.001, 1)

    def _things(
        self, scene: Tensor, n: int, u: Tensor, v: Tensor, place: Tensor, exists: Tensor, chances: tuple[float, ...]
    ) -> Tensor:
        """Sheets, books and round things on the table, some with lines of text."""
        random = self.random
        centre = place.mean(1)
        for chance in chances:
            at = centre + 220 * random.normal(n, 2)
            angle = random.uniform(0, math.pi, n)[:, None, None]
            du, dv = u - at[:, 0, None, None], v - at[:, 1, None, None]
            x, y = torch.cos(angle) * du + torch.sin(angle) * dv, torch.cos(angle) * dv - torch.sin(angle) * du
            half = random.power(12, 220, n, 2)[..., None, None]
            box = torch.maximum(x.abs() - half[:, 0], y.abs() - half[:, 1])
            disc = torch.hypot(x, y) - half[:, 0]
            outside = torch.where(random.chance(0.25, n, 1, 1), disc, box)
            there = _coverage(outside, torch.full_like(outside, 0.8)) * random.chance(chance, n, 1, 1)
            colour = _any_colour(random, n)
            white = random.uniform(0.5, 0.95, n, 1).expand(-1, 3)
            colour = torch.where(random.chance(0.4, n, 1), white, colour)[..., None, None]
            text = (torch.sin(y / random.power(0.6, 4, n, 1, 1)) > 0.3) & (
                self._clouds(2, x / 90, torch.round(y / 7) / 9) > -0.1
            )
            text = text & random.chance(0.4, n, 1, 1) & (outside < -5)
            face = colour * (1 - 0.75 * text[:, None].float())
            shade = 1 - 0.4 * torch.exp(-outside.clamp(0) / 3) * random.chance(chance, n, 1, 1)
            del shade
            scene = scene * (1 - there[:, None]) + face * there[:, None]
        return scene

    def _fingers(self, scene: Tensor, n: int, side: int, x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
        """Fingers, pens and the like that reach into the photo from its edge."""
        random = self.random
        covered = torch.zeros((n, side, side), dtype=torch.bool, device=self.device)
        hand = random.chance(0.12, n)
        angle, tip = random.uniform(0, 2 * math.pi, n), side * random.uniform(0.15, 0.85, n, 2)
        width = side * random.power(0.015, 0.05, n)
        skin = lab_to_linear(
            torch.stack([random.uniform(25, 80, n), random.uniform(8, 22, n), random.uniform(10, 28, n)], -1)
        )
        skin = torch.where(random.chance(0.8, n, 1), skin, _any_colour(random, n))
        for finger in range(3):
            way = angle + 0.12 * finger
            end = tip + (2.3 * width * finger)[:, None] * torch.stack([-torch.sin(angle), torch.cos(angle)], -1)
            px, py = x - end[:, 0, None, None], y - end[:, 1, None, None]
            cos, sin = torch.cos(way)[:, None, None], torch.sin(way)[:, None, None]
            ahead = (px * cos + py * sin).clamp(0)
            gone = torch.hypot(px - ahead * cos, py - ahead * sin) / width[:, None, None]
            there = (
                _coverage(gone - 1, torch.full_like(gone, 0.08))
                * (hand & random.chance([1.0, 0.6, 0.4][finger], n))[:, None, None]
            )[:, None]
            lit = (1.1 - 0.35 * gone.clamp(0, 1) ** 2)[:, None]
            scene = scene * (1 - there) + skin[:, :, None, None] * lit * there
            covered |= there[:, 0] > 0.5
        return scene, covered

    # --- the cards

    def _faces(self, n: int, size: Tensor, other: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Drawn cards (n, MOST, 3, height, width), linear; their labels; the white of the paper (n, 3)."""
        random = self.random
        # The cards of a photo differ and are of one printing.
        order = torch.rand(n, 81, generator=random.generator, device=self.device).argsort(1)[:, :MOST]
        labels = torch.stack([order // 27 % 3, order // 9 % 3, order // 3 % 3, order % 3], -1)
        number, colour, filling, shape = labels.unbind(-1)
        wide, high = TEXTURE
        x = (torch.arange(wide, device=self.device) + 0.5) / wide - 0.5
        y = (torch.arange(high, device=self.device) + 0.5) / high - 0.5
        y, x = torch.meshgrid(y, x, indexing="ij")
        x, y = x * size[:, 0, None, None], y * size[:, 1, None, None]  # (n, high, wide)
        zoom = random.uniform(0.9, 1.04, n) * size[:, 1] / 57
        spaced = random.uniform(19.5, 27, n) * zoom
        spaced = torch.minimum(spaced, (size[:, 0] - 2 - 19 * zoom) / 2)
        drift = 0.7 * random.normal(n, MOST, 2)
        xs = x[:, None] - drift[..., 0, None, None]
        ys = y[:, None] - drift[..., 1, None, None]
        count = (number + 1).float()[..., None, None]
        pitch = spaced[:, None, None, None]
        slot = torch.round(xs / pitch + (count - 1) / 2)
        slot = torch.minimum(slot.clamp(0), count - 1)
        dx = (xs - (slot - (count - 1) / 2) * pitch) / zoom[:, None, None, None]
        dy = ys / zoom[:, None, None, None]
        each = self.cards.each
        outline = random.integer(each, n, 4)  # one outline of each shape in a photo
        alien = torch.where(other, 3, shape)
        bank = self.cards.bank[alien * each + outline.gather(1, alien)].flatten(0, 1)
        lookup = torch.stack([dx / BOX[0], dy / BOX[1]], -1).flatten(0, 1)
        distance = (
            F.grid_sample(bank, lookup, padding_mode="border", align_corners=True)[:, 0].view_as(dx)
            * zoom[:, None, None, None]
        )
        pixel = torch.full((n, 1, 1, 1), 1 / 3, device=self.device)
        stroke = (random.power(0.6, 1.8, n) * zoom)[:, None, None, None]
        body, core = _coverage(distance, pixel), _coverage(distance + stroke, pixel)
        lines = random.power(8, 28, n)
        steep = random.chance(0.12, n)
        bar_pitch = torch.where(steep, 18.0, 37.0) * zoom / torch.where(steep, lines / 2.2, lines)
        along = torch.where(steep[:, None, None, None], dx, dy)
        bars = _bars(along, bar_pitch[:, None, None, None], random.uniform(0.28, 0.55, n)[:, None, None, None], pixel)
        kind = filling[..., None, None]
        inner = torch.where(kind == 0, 1.0, torch.where(kind == 1, bars, 0.0))
        ink = (body - core) + core * inner
        ink = ink * random.uniform(0.88, 1, n)[:, None, None, None]
        palette = torch.stack(
            [_inks(random, torch.full((n,), k, dtype=torch.long, device=self.device)) for k in range(4)], 1
        )
        alien_colour = torch.where(other & random.chance(0.6, n, MOST), 3, colour)
        inks = palette.gather(1, alien_colour[..., None].expand(-1, -1, 3))
        white = 0.85 + 0.04 * random.normal(n, 1) + 0.02 * random.normal(n, 3)
        cream = torch.where(random.chance(0.2, n, 1), random.uniform(0, 0.2, n, 1), 0.0)
        white = (white * (1 - cream * torch.tensor([0.05, 0.3, 1.0], device=self.device))).clamp(0.4, 0.98)
        sheet = white[:, None, :, None, None]
        ink = ink[:, :, None]
        faces = sheet * (1 - ink) + torch.minimum(inks[..., None, None], sheet) * ink
        rim = random.uniform(0, 5, n)[:, None, None]
        inside = ((x.abs() < size[:, 0, None, None] / 2 - rim) & (y.abs() < size[:, 1, None, None] / 2 - rim))[
            :, None, None
        ]
        back = _any_colour(random, n)[:, None, :, None, None] * (
            0.6 + 0.4 * torch.sin(x * 2)[:, None, None] * torch.sin(y * 2)[:, None, None]
        )
        is_back = (other & random.chance(0.5, n, MOST))[..., None, None, None]
        faces = torch.where(is_back & inside, back.clamp(0, 1), faces)
        return faces, labels, white

    def _softened(self, faces: Tensor, pixel: Tensor) -> Tensor:
        """The cards averaged to the resolution at which they are seen."""
        n, most = faces.shape[:2]
        flat = faces.flatten(0, 1)
        level = torch.log2(pixel.flatten() * 3).round().clamp(0, 4)[:, None, None, None]
        found = flat
        for step in range(1, 5):
            small = F.avg_pool2d(flat, 2**step, ceil_mode=True, count_include_pad=False)
            again = F.interpolate(small, size=flat.shape[-2:], mode="bilinear", align_corners=False)
            found = torch.where(level == step, again, found)
        return found.view(n, most, *faces.shape[2:])


def _outside(x: Tensor, y: Tensor, size: Tensor, corner: Tensor) -> Tensor:
    """The distance from a card with rounded corners, negative inside."""
    rounding = corner[:, None, None]
    qx = x.abs() - size[:, 0, None, None] / 2 + rounding
    qy = y.abs() - size[:, 1, None, None] / 2 + rounding
    return torch.sqrt(qx.clamp(0) ** 2 + qy.clamp(0) ** 2) + torch.maximum(qx, qy).clamp(max=0) - rounding
