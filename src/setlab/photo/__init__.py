"""From a photo of the table to its cards and SETs: `look` finds the cards, rectifies and reads them.

Needs OpenCV (`pip install 'setlab[photo]'`), which is loaded when it is first used.
"""

from setlab.photo.photo import Photo, SeenCard, look

__all__ = ["Photo", "SeenCard", "look"]
