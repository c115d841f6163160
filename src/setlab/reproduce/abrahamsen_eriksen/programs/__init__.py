"""The programs of the appendix, as printed and as corrected (A2, A11 to A13)."""

from setlab.reproduce.abrahamsen_eriksen.programs import plane_programs, printed_functions, set_programs
from setlab.reproduce.running import Gather

PARTS = (
    set_programs,
    plane_programs,
    printed_functions,
)

EVIDENCE: dict[str, Gather] = {name: gather for part in PARTS for name, gather in part.EVIDENCE.items()}
