"""The plain-Python definition of every engine of the compiled core: the same names, the same answers, written to be read."""
