"""Which SETs do people see first? A model in which the SETs on the table compete, fitted to the events of games."""
