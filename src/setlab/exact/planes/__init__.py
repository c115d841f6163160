"""Collections without a plane: begin with `exact_planes`; `largest_plane_free` proves which are the largest."""

from setlab.exact.planes.blocking import LargestPlaneFree, largest_plane_free, plane_free_classes
from setlab.exact.planes.tables import PlaneFree, Planes, exact_plane_free, exact_planes

__all__ = [
    "LargestPlaneFree", "PlaneFree", "Planes", "exact_plane_free", "exact_planes", "largest_plane_free",
    "plane_free_classes",
]  # fmt: skip
