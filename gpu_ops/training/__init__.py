"""How our own small models are made. Needs the extra ``train``; nothing that reads documents imports this."""
