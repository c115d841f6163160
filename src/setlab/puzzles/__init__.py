"""The puzzle of the day: its levels and dates (`daily`), and an estimate of how hard it is (`difficulty`)."""
