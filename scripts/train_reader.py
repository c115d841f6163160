"""Trains the reader of photos on rendered cards, and writes its weights (needs PyTorch, and a GPU to be quick).

    python -m scripts.train_reader first.npz --steps 5300 --seed 1
    python -m scripts.train_reader reader.npz --start first.npz --rate 0.0015 --steps 4500 --seed 2 --report report.json

The recipe: crops of `scripts.rendered_cards`, each used three times and none of them a photo; a stack of convolutions
with batch normalisation, folded into the weights at the end; AdamW, one cycle of the rate, a moving average of the
weights.
The losses are the cross entropies of the four properties and of "a whole, well-framed card", without smoothing of
labels, so that the probabilities mean what they say. Temperatures are fitted on crops with other outlines, and the
weights are rounded to 16 bits. Training has no other data; `scripts.photos` measures the result on real crops.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image
from torch import Tensor, nn

from scripts.rendered_cards import HEIGHT, KINDS, SIZES, WIDTH, Crops, Random, Renderer

LAYERS = (
    ((5, 5), 2, 2, 24),
    ((3, 3), 2, 1, 32),
    ((3, 3), 1, 1, 32),
    ((3, 3), 2, 1, 48),
    ((3, 3), 1, 1, 48),
    ((3, 3), 2, 1, 64),
    ((3, 3), 1, 1, 64),
    ((4, 6), 1, 0, 64),
    ((1, 1), 1, 0, 13),
)
"""Kernel, stride, padding and outputs of each convolution; all but the last end with max(0, x)."""

EASY, HARD = 0.4, 1.25


class Network(nn.Module):  # type: ignore[misc]
    """The convolutions, with batch normalisation while they are trained."""

    def __init__(self) -> None:
        super().__init__()
        self.convolutions, self.norms = nn.ModuleList(), nn.ModuleList()
        inputs = 3
        for kernel, stride, padding, outputs in LAYERS:
            self.convolutions.append(nn.Conv2d(inputs, outputs, kernel, stride, padding))
            self.norms.append(nn.BatchNorm2d(outputs, momentum=0.02))
            inputs = outputs

    def forward(self, x: Tensor) -> Tensor:
        last = len(LAYERS) - 1
        for i, (convolution, norm) in enumerate(zip(self.convolutions, self.norms, strict=True)):
            x = convolution(x)
            if i < last:
                x = F.relu(norm(x))
        return x.flatten(1)

    def take_weights(self, path: Path, pool: Pool) -> None:
        """Begin with folded weights: the normalisation undoes what it finds on rendered crops."""
        stored = np.load(path)
        pool.refresh(4096)
        x, _ = pool.draw(2048)
        for i, (convolution, norm) in enumerate(zip(self.convolutions, self.norms, strict=True)):
            kernel = torch.tensor(stored[f"kernel{i}"], device=x.device).float()
            convolution.weight.copy_(kernel.permute(3, 2, 0, 1))
            convolution.bias.copy_(torch.tensor(stored[f"bias{i}"], device=x.device))
            x = convolution(x)
            if i < len(LAYERS) - 1:
                variance, mean = torch.var_mean(x, (0, 2, 3))
                norm.running_var.copy_(variance)
                norm.running_mean.copy_(mean)
                norm.weight.copy_(torch.sqrt(variance + norm.eps))
                norm.bias.copy_(mean)
                x = F.relu(norm.eval()(x))
                norm.train()

    def folded(self) -> list[tuple[Tensor, Tensor]]:
        """Kernels (height, width, inputs, outputs) and biases, with the normalisation in them."""
        found = []
        for i, (convolution, norm) in enumerate(zip(self.convolutions, self.norms, strict=True)):
            kernel, bias = convolution.weight.detach(), convolution.bias.detach()
            if i < len(LAYERS) - 1:
                factor = norm.weight.detach() / torch.sqrt(norm.running_var + norm.eps)
                kernel = kernel * factor[:, None, None, None]
                bias = (bias - norm.running_mean) * factor + norm.bias.detach()
            found.append((kernel.permute(2, 3, 1, 0).contiguous(), bias))
        return found


def run_folded(layers: list[tuple[Tensor, Tensor]], x: Tensor) -> Tensor:
    """The outputs of folded layers."""
    for i, ((kernel, bias), (_, stride, padding, _)) in enumerate(zip(layers, LAYERS, strict=True)):
        x = F.conv2d(x, kernel.permute(3, 2, 0, 1), bias, stride, padding)
        x = F.relu(x) if i < len(LAYERS) - 1 else x
    return x.flatten(1)


# --- inputs


def paper_white(images: Tensor) -> Tensor:
    """The white of each crop: the mean of its brighter pixels, as `setlab.photo.reader` takes it."""
    inner = images[:, 6 : HEIGHT - 6, 8 : WIDTH - 8].reshape(len(images), -1, 3).float()
    luma = inner @ torch.tensor([1.0, 2.0, 1.0], device=images.device)
    order = luma.argsort(1)
    chosen = order[:, int(0.7 * order.shape[1]) : int(0.95 * order.shape[1])]
    return inner.gather(1, chosen[..., None].expand(-1, -1, 3)).mean(1)


def relative(images: Tensor, white: Tensor) -> Tensor:
    """The inputs of the network: 0 is the white of the paper, −1 black."""
    values = images.float() / white.clamp(8)[:, None, None]
    return (values.clamp(max=1.5) - 1).permute(0, 3, 1, 2).contiguous(memory_format=torch.channels_last)


def doubtful_white(crops: Crops, random: Random) -> Tensor:
    """Whites with the errors of the detector: taken from the crop itself, or from another part of the photo."""
    n = len(crops.images)
    own = paper_white(crops.images) * torch.exp(0.05 * random.normal(n, 1) + 0.02 * random.normal(n, 3))
    photo = crops.white * torch.exp(0.15 * random.normal(n, 1) + 0.03 * random.normal(n, 3))
    return torch.where(random.chance(0.7, n, 1), own, photo).clamp(4, 280)


# --- training


def losses(outputs: Tensor, crops: Crops) -> Tensor:
    """The sum of the cross entropies, each a mean over the crops that have the label."""
    total = torch.zeros((), device=outputs.device)
    for k in range(4):
        total = total + F.cross_entropy(outputs[:, 3 * k : 3 * k + 3], crops.labels[:, k].long(), ignore_index=-1)
    known = crops.card >= 0
    return total + F.binary_cross_entropy_with_logits(outputs[known, 12], crops.card[known].float())


class Pool:
    """The crops rendered last; each is used a few times, mirrored at random, with other errors of the white."""

    def __init__(self, renderer: Renderer, random: Random, size: int):
        self.renderer, self.random, self.size = renderer, random, size
        self.parts: list[Crops] = []
        self.crops: Crops

    def refresh(self, number: int) -> None:
        """Replace the oldest crops by new ones, more or less disturbed."""
        self.renderer.hard = float(self.random.uniform(0.3, 1.15, 1))
        self.parts = [*self.parts, self.renderer.render(number)][-max(1, self.size // number) :]
        self.crops = joined(self.parts)

    def draw(self, number: int) -> tuple[Tensor, Crops]:
        """Inputs of the network, and what they show."""
        chosen = self.random.integer(len(self.crops.images), number)
        crops = Crops(*(getattr(self.crops, name)[chosen] for name in FIELDS))
        x = relative(crops.images, doubtful_white(crops, self.random))
        for axis in (2, 3):
            x = torch.where(self.random.chance(0.5, number, 1, 1, 1), x.flip(axis), x)
        return x, crops


FIELDS = ("images", "labels", "card", "kind", "white", "length")


def joined(parts: list[Crops]) -> Crops:
    return Crops(*(torch.cat([getattr(part, name) for part in parts]) for name in FIELDS))


def train(arguments: argparse.Namespace, device: str) -> Network:
    """The moving average of the network after all steps."""
    torch.manual_seed(arguments.seed)
    network = Network().to(device).to(memory_format=torch.channels_last)
    average: Network = Network().to(device)
    average.load_state_dict(network.state_dict())
    optimiser = torch.optim.AdamW(network.parameters(), lr=1e-3, weight_decay=0.02)
    pool = Pool(
        Renderer(arguments.seed, device, arguments.outlines), Random(arguments.seed + 1, device), arguments.pool
    )
    if arguments.start:
        with torch.no_grad():
            network.take_weights(arguments.start, pool)
        average.load_state_dict(network.state_dict())
    print(f"bank drawn, {sum(p.numel() for p in network.parameters())} weights", flush=True)
    began, warm = time.monotonic(), 0.0
    step = 0
    while step < arguments.steps:
        if step % arguments.uses == 0:
            pool.refresh(arguments.rendered)
        rate = arguments.rate * min(1.0, (step + 1) / 100) * (0.5 + 0.5 * math.cos(math.pi * step / arguments.steps))
        for group in optimiser.param_groups:
            group["lr"] = rate
        x, crops = pool.draw(arguments.batch)
        loss = losses(network(x), crops)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 2.0)
        optimiser.step()
        step += 1
        keep = min(0.995, 1 - 4 / (step + 4))
        with torch.no_grad():
            for old, new in zip(average.state_dict().values(), network.state_dict().values(), strict=True):
                if old.is_floating_point():
                    old.lerp_(new, 1 - keep)
        if step % 400 == 0 or step in (24, 120):
            value, spent = float(loss.detach()), time.monotonic() - began
            print(f"{step:6d} loss {value:.4f} {spent:.0f} s", flush=True)
            if step == 24:
                warm = spent
            if arguments.seconds and step == 120:
                arguments.steps = max(240, int((arguments.seconds - spent) / (spent - warm) * 96) + 120)
                print(f"{arguments.steps} steps", flush=True)
    average.eval()
    return average


# --- measuring


@torch.no_grad()  # type: ignore[untyped-decorator]
def outputs_on(
    layers: list[tuple[Tensor, Tensor]], seed: int, device: str, number: int, **renderer: Any
) -> tuple[Tensor, Crops]:
    """Outputs, the mean over the crop and the crop turned by 180°, and the crops, on outlines of another seed."""
    sizes = renderer.pop("sizes", None)
    source = Renderer(seed, device, renderer.pop("outlines", 64), **renderer)
    outputs, crops = [], []
    for _ in range(max(1, number // 2048)):
        batch = source.render(min(number, 2048), sizes)
        x = relative(batch.images, paper_white(batch.images))
        outputs.append((run_folded(layers, x) + run_folded(layers, x.flip(2, 3))) / 2)
        crops.append(batch)
    return torch.cat(outputs), joined(crops)


def fit_temperatures(outputs: Tensor, crops: Crops) -> list[float]:
    """The temperature of each of the five outputs that minimises its cross entropy."""
    found = []
    grid = torch.exp(torch.linspace(math.log(0.5), math.log(3), 91))
    for k in range(5):
        best = []
        for temperature in grid.tolist():
            if k < 4:
                logits = outputs[:, 3 * k : 3 * k + 3] / temperature
                best.append(float(F.cross_entropy(logits, crops.labels[:, k].long(), ignore_index=-1)))
            else:
                known = crops.card >= 0
                logits = outputs[known, 12] / temperature
                best.append(float(F.binary_cross_entropy_with_logits(logits, crops.card[known].float())))
        found.append(float(grid[int(np.argmin(best))]))
    return found


def measure(outputs: Tensor, crops: Crops, temperatures: list[float], doubt: float) -> dict[str, Any]:
    """Shares of right answers, and how often the sure ones are wrong."""
    known = crops.labels[:, 0] >= 0
    probability, right = torch.ones(len(outputs), device=outputs.device), known.clone()
    each = {}
    for k, name in enumerate(("number", "colour", "filling", "shape")):
        p = F.softmax(outputs[:, 3 * k : 3 * k + 3] / temperatures[k], 1) * (1 - doubt) + doubt / 3
        best, where = p.max(1)
        probability, right = probability * best, right & (where == crops.labels[:, k])
        each[name] = float((where == crops.labels[:, k])[known].float().mean())
    card = torch.sigmoid(outputs[:, 12] / temperatures[4])
    p, r = probability[known], right[known].float()
    edges = [0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1.01]
    bins = []
    for low, high in pairwise(edges):
        of = (p >= low) & (p < high)
        bins.append(
            [low, int(of.sum()), float(p[of].mean()) if of.any() else 0.0, float(r[of].mean()) if of.any() else 0.0]
        )
    sure = p > 0.99
    rejected = {
        KINDS[i]: float((card[(crops.kind == i) & (crops.card == 0)] < 0.5).float().mean())
        for i in range(len(KINDS))
        if ((crops.kind == i) & (crops.card == 0)).any()
    }
    return {
        "crops": len(p),
        "right": float(r.mean()),
        **each,
        "sure": float(sure.float().mean()),
        "sure_wrong": float(1 - r[sure].mean()),
        "accepted": float((card[crops.card == 1] > 0.5).float().mean()),
        "rejected": rejected,
        "bins": bins,
    }


def save_sheet(path: Path, crops: Crops, columns: int = 14, rows: int = 10) -> None:
    """A sheet of crops as a picture."""
    sheet = Image.new("RGB", (columns * (WIDTH + 2), rows * (HEIGHT + 2)), "white")
    order = torch.randperm(len(crops.images), generator=torch.Generator().manual_seed(1))[: columns * rows]
    for i, crop in enumerate(crops.images[order.to(crops.images.device)].cpu().numpy()):
        sheet.paste(Image.fromarray(crop), (i % columns * (WIDTH + 2), i // columns * (HEIGHT + 2)))
    sheet.save(path)


def save_weights(
    path: Path, layers: list[tuple[Tensor, Tensor]], temperatures: list[float], doubt: float, recipe: dict[str, Any]
) -> None:
    """Kernels in 16 bits, biases, temperatures, the recipe, and the checksum of the numbers."""
    arrays: dict[str, Any] = {}
    for i, (kernel, bias) in enumerate(layers):
        arrays[f"kernel{i}"] = kernel.cpu().numpy().astype(np.float16)
        arrays[f"bias{i}"] = bias.cpu().numpy().astype(np.float32)
    arrays["strides"] = np.array([stride for _, stride, _, _ in LAYERS], np.int32)
    arrays["paddings"] = np.array([padding for _, _, padding, _ in LAYERS], np.int32)
    arrays["temperatures"] = np.array(temperatures, np.float32)
    arrays["doubt"] = np.array(doubt, np.float32)
    digest = hashlib.sha256()
    for name in sorted(arrays):
        digest.update(name.encode() + np.ascontiguousarray(arrays[name]).tobytes())
    arrays["recipe"] = np.array(json.dumps(recipe))
    arrays["sha256"] = np.array(digest.hexdigest())
    np.savez_compressed(path, **arrays)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path)
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--seconds", type=float, default=0, help="choose the steps to take about this time")
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--rendered", type=int, default=8192, help="crops rendered at once")
    parser.add_argument("--uses", type=int, default=12, help="steps between two renderings")
    parser.add_argument("--pool", type=int, default=65536, help="crops to choose from")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, help="weights to go on from")
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--outlines", type=int, default=256, help="outlines of each shape")
    parser.add_argument("--measured", type=int, default=40960, help="crops to measure on, of each kind of set")
    parser.add_argument("--doubt", type=float, default=0.0005, help="the share of wrong answers that is always feared")
    parser.add_argument("--report", type=Path)
    parser.add_argument("--sheet", type=Path)
    arguments = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cudnn.benchmark = True
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    network = train(arguments, device)
    layers = [(kernel.half().float(), bias) for kernel, bias in network.folded()]
    temperatures = fit_temperatures(*outputs_on(layers, arguments.seed + 1000, device, arguments.measured))
    sets: dict[str, dict[str, Any]] = {
        "as trained": {},
        "easy": {"hard": EASY},
        "hard": {"hard": HARD},
        "35 to 50 pixels": {"sizes": (0, 1)},
        "100 pixels and more": {"sizes": (len(SIZES) - 1,)},
    }
    report: dict[str, Any] = {"steps": arguments.steps, "temperatures": temperatures}
    for name, settings in sets.items():
        outputs, crops = outputs_on(layers, arguments.seed + 2000, device, arguments.measured, **settings)
        report[name] = measure(outputs, crops, temperatures, arguments.doubt)
        print(name, json.dumps({k: v for k, v in report[name].items() if k != "bins"}), flush=True)
        if arguments.sheet:
            save_sheet(arguments.sheet.with_name(f"{arguments.sheet.stem}-{name.replace(' ', '-')}.png"), crops)
    names = ("steps", "batch", "rendered", "uses", "pool", "seed", "rate", "outlines")
    recipe = {name: getattr(arguments, name) for name in names} | {"script": "scripts/train_reader.py"}
    if arguments.start:
        recipe["start"] = json.loads(str(np.load(arguments.start)["recipe"]))
    save_weights(arguments.path, layers, temperatures, arguments.doubt, recipe | {"torch": torch.__version__})
    if arguments.report:
        arguments.report.write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
