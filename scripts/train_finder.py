# mypy: ignore-errors
"""Trains the network that finds cards in photos, and writes its weights (needs PyTorch, and a GPU to be quick).

    python -m scripts.train_finder finder.npz --seconds 360 --seed 1

Its answer has a quarter of the photo's resolution and ten channels: the middle of a card, the surface of cards, and the
way from here to the four corners of the card around here. Training sees rendered photos only
(`scripts.rendered_photos`), each once. AdamW, one cycle of the rate, a moving average of the weights; batch
normalisation is folded into the weights, which are rounded to 16 bits.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from scripts.rendered_cards import _map_points, _square_to
from scripts.rendered_photos import Photographer, Photos

REACH = 64.0
"""Pixels that the unit of a way to a corner stands for."""

STEP = 4


def make_graph() -> list[dict[str, Any]]:
    """The layers in order: convolutions, additions, doublings of resolution; `of` names the inputs, −1 the photo."""
    graph: list[dict[str, Any]] = []

    def conv(of: int, inputs: int, outputs: int, size: int, stride: int = 1, groups: int = 1, relu: bool = True) -> int:
        graph.append(
            {
                "op": "conv",
                "of": [of],
                "in": inputs,
                "out": outputs,
                "size": size,
                "stride": stride,
                "groups": groups,
                "relu": relu,
            }
        )
        return len(graph) - 1

    def add(a: int, b: int) -> int:
        graph.append({"op": "add", "of": [a, b]})
        return len(graph) - 1

    def double(a: int) -> int:
        graph.append({"op": "double", "of": [a]})
        return len(graph) - 1

    def block(of: int, width: int, size: int) -> int:
        deep = conv(of, width, width, size, groups=width)
        return add(of, conv(deep, width, width, 1))

    at = conv(-1, 3, 16, 3, 2)
    at = conv(at, 16, 24, 3, 2)
    quarter = at = block(at, 24, 3)
    at = conv(at, 24, 48, 3, 2)
    at = block(at, 48, 3)
    eighth = at = block(at, 48, 5)
    at = conv(at, 48, 96, 3, 2)
    for _ in range(3):
        at = block(at, 96, 5)
    sixteenth = at
    at = conv(conv(at, 96, 96, 3, 2, groups=96), 96, 144, 1)
    for _ in range(4):
        at = block(at, 144, 5)
    at = add(double(conv(at, 144, 96, 1, relu=False)), sixteenth)
    at = block(block(at, 96, 5), 96, 5)
    at = add(double(conv(at, 96, 48, 1, relu=False)), eighth)
    at = block(block(at, 48, 5), 48, 5)
    at = add(double(conv(at, 48, 32, 1, relu=False)), conv(quarter, 24, 32, 1, relu=False))
    at = conv(at, 32, 32, 3)
    at = block(at, 32, 5)
    conv(at, 32, 10, 1, relu=False)
    return graph


class Network(nn.Module):
    """The graph, with batch normalisation behind every convolution but the last while it is trained."""

    def __init__(self, graph: list[dict[str, Any]], weights: Any = None):
        """The network with random weights, or with those of a file, whose layers have no normalisation any more."""
        super().__init__()
        self.graph = graph
        self.convolutions, self.norms = nn.ModuleDict(), nn.ModuleDict()
        for i, node in enumerate(graph):
            if node["op"] == "conv":
                self.convolutions[str(i)] = nn.Conv2d(
                    node["in"], node["out"], node["size"], node["stride"], node["size"] // 2, groups=node["groups"]
                )
                if i < len(graph) - 1 and weights is None:
                    self.norms[str(i)] = nn.BatchNorm2d(node["out"], momentum=0.03)
        with torch.no_grad():
            self.convolutions[str(len(graph) - 1)].bias[0] = -4.0
            for name, convolution in self.convolutions.items() if weights is not None else ():
                convolution.weight.copy_(torch.from_numpy(weights[f"kernel{name}"]).float())
                convolution.bias.copy_(torch.from_numpy(weights[f"bias{name}"]))

    def forward(self, x: Tensor) -> Tensor:
        values: list[Tensor] = []
        for i, node in enumerate(self.graph):
            given = [x if j < 0 else values[j] for j in node["of"]]
            if node["op"] == "conv":
                value = self.convolutions[str(i)](given[0])
                if str(i) in self.norms:
                    value = self.norms[str(i)](value)
                value = F.relu(value) if node["relu"] else value
            elif node["op"] == "add":
                value = given[0] + given[1]
            else:
                value = F.interpolate(given[0], scale_factor=2, mode="nearest")
            values.append(value)
        return values[-1]

    def folded(self) -> dict[str, Any]:
        """Kernels and biases with the normalisation in them, by layer."""
        found = {}
        for name, convolution in self.convolutions.items():
            kernel, bias = convolution.weight.detach().float(), convolution.bias.detach().float()
            if name in self.norms:
                norm = self.norms[name]
                factor = norm.weight.detach() / torch.sqrt(norm.running_var + norm.eps)
                kernel, bias = (
                    kernel * factor[:, None, None, None],
                    (bias - norm.running_mean) * factor + norm.bias.detach(),
                )
            found[f"kernel{name}"] = kernel.cpu().numpy().astype(np.float16)
            found[f"bias{name}"] = bias.cpu().numpy().astype(np.float32)
        return found


def inputs_of(images: Tensor) -> Tensor:
    return (images.float() / 127.5 - 1).permute(0, 3, 1, 2).contiguous()


def targets(photos: Photos) -> tuple[Tensor, ...]:
    """Heat, weight of the heat, surface, and the corners and size of the card around each place."""
    n, most = photos.visible.shape
    side = photos.images.shape[1] // STEP
    device = photos.images.device
    at = (torch.arange(side, device=device) * STEP + (STEP - 1) / 2).float()
    y, x = torch.meshgrid(at, at, indexing="ij")
    maps = torch.linalg.inv(
        _square_to(photos.quads.flatten(0, 1)).double() + 1e-9 * torch.eye(3, device=device)
    ).float()
    longs = (photos.quads[:, :, 1] - photos.quads[:, :, 0]).norm(dim=-1)
    shorts = (photos.quads[:, :, 2] - photos.quads[:, :, 1]).norm(dim=-1)
    heat = torch.zeros(n, side, side, device=device)
    weight = torch.ones_like(heat)
    nearest = torch.zeros(n, side, side, dtype=torch.long, device=device)
    for k in range(most):
        p, q = _map_points(maps.view(n, most, 3, 3)[:, k], x.expand(n, -1, -1), y.expand(n, -1, -1))
        inside = (p > 0) & (p < 1) & (q > 0) & (q < 1)
        hot = torch.exp(-(((p - 0.5) / 0.17) ** 2 + ((q - 0.5) / 0.17) ** 2)) * inside
        share = photos.visible[:, k, None, None]
        mine = torch.where(share > 0.7, hot, 0.0)
        weight = torch.where((share > 0.25) & (share <= 0.7) & (hot > 0.1), 0.0, weight)
        nearest = torch.where(mine > heat, k, nearest)
        heat = torch.maximum(heat, mine)
    weight = torch.where(heat > 0.1, 1.0, weight)
    flat = nearest.flatten(1)
    corners = photos.quads.gather(1, flat[..., None, None].expand(-1, -1, 4, 2)).view(n, side, side, 4, 2)
    size = torch.sqrt(longs * shorts).gather(1, flat).view(n, side, side)
    offset = corners - torch.stack([x, y], -1)[None, :, :, None]
    surface = (photos.owner[:, STEP // 2 :: STEP, STEP // 2 :: STEP] >= 0).float()
    return heat, weight, surface, offset, size


def loss_of(answer: Tensor, photos: Photos) -> tuple[Tensor, ...]:
    heat, weight, surface, offset, size = targets(photos)
    answer = answer.float()
    hot = F.binary_cross_entropy_with_logits(answer[:, 0], heat, reduction="none") * weight * (1 + 12 * heat)
    flat = F.binary_cross_entropy_with_logits(answer[:, 1], surface)
    ways = answer[:, 2:].permute(0, 2, 3, 1).reshape(*heat.shape, 4, 2) * REACH
    off = torch.stack([_apart(ways, offset, size), _apart(ways, offset.roll(2, 3), size)]).amin(0)
    near = heat * (heat > 0.2)
    return 4 * hot.mean(), flat, 5 * (off * near).sum() / near.sum().clamp(1)


def _apart(ways: Tensor, offset: Tensor, size: Tensor) -> Tensor:
    away = (ways - offset) / size.clamp(8)[..., None, None]
    return F.smooth_l1_loss(away, torch.zeros_like(away), beta=0.03, reduction="none").sum((-1, -2))


def train(arguments: argparse.Namespace, device: str) -> Network:
    torch.manual_seed(arguments.seed)
    graph = make_graph()
    weights = np.load(arguments.begin) if arguments.begin else None
    network = Network(graph, weights).to(device).to(memory_format=torch.channels_last)
    average = Network(graph, weights).to(device)
    average.load_state_dict(network.state_dict())
    print(sum(p.numel() for p in network.parameters()), "weights", flush=True)
    optimiser = torch.optim.AdamW(network.parameters(), lr=1e-3, weight_decay=0.02)
    photographer = Photographer(arguments.seed, device, outlines=arguments.outlines)
    began, step, spent = time.monotonic(), 0, 0.0
    while spent < arguments.seconds:
        done = spent / arguments.seconds
        for group in optimiser.param_groups:
            group["lr"] = arguments.rate * min(1.0, (step + 1) / 100) * (0.5 + 0.5 * math.cos(math.pi * done))
        photographer.cards.hard = min(1.1, (1.0 if weights is not None else 0.4) + 1.6 * done)
        photos = photographer.render(arguments.batch, arguments.side)
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            answer = network(inputs_of(photos.images))
        parts = loss_of(answer, photos)
        optimiser.zero_grad(set_to_none=True)
        sum(parts).backward()  # type: ignore[union-attr]
        nn.utils.clip_grad_norm_(network.parameters(), 2.0)
        optimiser.step()
        keep = min(0.998, 1 - 1 / (step + 1))
        with torch.no_grad():
            for old, new in zip(average.state_dict().values(), network.state_dict().values(), strict=True):
                if old.is_floating_point():
                    old.lerp_(new, 1 - keep)
        step += 1
        spent = time.monotonic() - began
        if step % 100 == 0 or step < 3:
            print(f"{step:6d} {spent:.0f} s", *(f"{part.item():.4f}" for part in parts), flush=True)
    print(step, "steps", flush=True)
    return average.eval()


def save_weights(path: Path, network: Network, recipe: dict[str, Any]) -> None:
    """The graph, kernels in 16 bits, biases and the recipe."""
    np.savez_compressed(
        path, graph=np.array(json.dumps(network.graph)), recipe=np.array(json.dumps(recipe)), **network.folded()
    )


def save_photos(path: Path, number: int, side: int, seed: int, device: str, hard: float) -> None:
    """Rendered photos as JPEG with their truth, to measure on: one file that NumPy reads."""
    from torchvision.io import encode_jpeg

    photographer = Photographer(seed, device, hard)
    parts, files = [], []
    for _ in range(math.ceil(number / 8)):
        photos = photographer.render(8, side, 0.045)
        parts.append(photos)
        files += [encode_jpeg(image.permute(2, 0, 1).cpu(), 93).numpy() for image in photos.images]
    fields = ("quads", "visible", "labels", "layout", "ground", "tilt")
    truth = {name: torch.cat([getattr(p, name) for p in parts]).cpu().numpy() for name in fields}
    ends = np.cumsum([len(file) for file in files])
    np.savez(path, jpeg=np.concatenate(files), ends=ends, **truth)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path)
    parser.add_argument("--begin", type=Path, help="weights to begin with")
    parser.add_argument("--seconds", type=float, default=360)
    parser.add_argument("--batch", type=int, default=48)
    parser.add_argument("--side", type=int, default=512)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--outlines", type=int, default=96, help="outlines of each shape")
    parser.add_argument("--photos", type=int, default=0, help="also render so many photos to measure on")
    arguments = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    network = train(arguments, device)
    recipe = {
        name: str(getattr(arguments, name))
        for name in ("begin", "seconds", "batch", "side", "seed", "rate", "outlines")
    }
    save_weights(arguments.path, network, recipe | {"script": "scripts/train_finder.py", "torch": torch.__version__})
    for part in range(arguments.photos // 80):
        path = arguments.path.with_name(f"photos-{part}.npz")
        save_photos(path, 80, 1280, arguments.seed + 1000 + part, device, 1.1)


if __name__ == "__main__":
    main()
