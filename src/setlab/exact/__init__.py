"""Exact answers: orbits of collections under AGL(d,3), and what is counted with them. Nothing is sampled."""
