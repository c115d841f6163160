"""The plain-Python definition of every engine of the compiled core; only tests and documentation import it."""
