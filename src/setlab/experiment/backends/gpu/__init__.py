"""`Gpu`: trials on an NVIDIA GPU, by CuPy; tallies are those of the CPU, bit for bit."""

from setlab.experiment.backends.gpu.backend import Gpu

__all__ = ["Gpu"]
