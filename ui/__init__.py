"""How people reach askpapers: the command line."""
