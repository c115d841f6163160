"""The command line: one module per verb, loaded when the verb is called. Begin with `setlab --help`."""
