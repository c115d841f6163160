"""Published documents as data: what they print, and how they are cited."""
