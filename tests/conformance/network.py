"""Arguments of the engine that runs small networks on pictures."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st

Arguments = dict[str, Any]


@st.composite
def networks(draw: st.DrawFn) -> Arguments:
    """A few layers that fit together, on a few pictures; numbers that need rounding."""
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    height, width, channels = draw(st.integers(1, 20)), draw(st.integers(1, 20)), draw(st.integers(1, 4))
    pictures = random.normal(size=(draw(st.integers(0, 3)), height, width, channels)).astype(np.float32)
    kernels, biases, strides, paddings = [], [], [], []
    for _ in range(draw(st.integers(1, 4))):
        padding, stride, outputs = draw(st.integers(0, 2)), draw(st.integers(1, 3)), draw(st.integers(1, 26))
        height, width = height + 2 * padding, width + 2 * padding
        kernel = draw(st.integers(1, min(5, height))), draw(st.integers(1, min(5, width)))
        kernels.append(random.normal(size=(*kernel, channels, outputs)).astype(np.float32))
        biases.append(random.normal(size=outputs).astype(np.float32))
        strides.append(stride)
        paddings.append(padding)
        height, width = (height - kernel[0]) // stride + 1, (width - kernel[1]) // stride + 1
        channels = outputs
    return {"pictures": pictures, "kernels": kernels, "biases": biases, "strides": strides, "paddings": paddings}
