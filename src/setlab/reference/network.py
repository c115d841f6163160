"""A stack of convolutions, in the order of additions that the engine keeps."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def run_network(
    pictures: NDArray[np.float32],
    kernels: Sequence[NDArray[np.float32]],
    biases: Sequence[NDArray[np.float32]],
    *,
    strides: Sequence[int],
    paddings: Sequence[int],
) -> list[Any]:
    """The last maps of all pictures. After every layer but the last, negative numbers become 0.

    >>> import numpy as np
    >>> picture = np.array([[[[1], [2]], [[3], [4]]]], np.float32)
    >>> kernel, bias = np.full((2, 2, 1, 1), 10, np.float32), np.ones(1, np.float32)
    >>> run_network(picture, [kernel], [bias], strides=[1], paddings=[0])
    [[[[101.0]]]]
    """
    import numpy as np

    maps = pictures
    for i, (kernel, bias, stride, padding) in enumerate(zip(kernels, biases, strides, paddings, strict=True)):
        maps = _convolve(maps, kernel, bias, stride, padding)
        if i < len(kernels) - 1:
            maps = np.maximum(maps, np.float32(0))
    return list(maps.tolist())


def _convolve(maps: Any, kernel: Any, bias: Any, stride: int, padding: int) -> Any:
    """Sums in 32 bits: the bias, then kernel rows, kernel columns, inputs."""
    import numpy as np

    maps = np.pad(maps, ((0, 0), (padding, padding), (padding, padding), (0, 0)))
    height, width = ((maps.shape[k] - kernel.shape[k - 1]) // stride + 1 for k in (1, 2))
    sums = np.broadcast_to(bias, (len(maps), height, width, len(bias)))
    for y, x, channel in product(*map(range, kernel.shape[:3])):
        seen = maps[:, y : y + stride * height : stride, x : x + stride * width : stride, channel]
        sums = sums + seen[..., None] * kernel[y, x, channel]
    return sums
