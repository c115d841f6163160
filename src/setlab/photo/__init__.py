"""From a photo of the table to its cards and SETs: `look` finds the cards, rectifies and reads them.

Needs OpenCV (`pip install 'setlab[photo]'`), which is loaded by the functions that use it.
"""

from setlab.photo.photo import Photo, SeenCard
from setlab.photo.vision import look

__all__ = ["Photo", "SeenCard", "look"]
