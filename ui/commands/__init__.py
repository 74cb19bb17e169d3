"""The verbs of the command line, one module each; heavy libraries load inside them."""
