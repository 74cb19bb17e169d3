"""How fast askpapers is and what it takes: ratios, both sides of each measured in one run.

A module a measurement; each gives a `figures.Section`. ``python -m evals.speed`` runs them.
"""
