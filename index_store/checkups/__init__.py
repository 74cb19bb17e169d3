"""Whether everything is in order: each check looks at one thing and changes nothing.

Every check runs whatever the others found, so that one fault never hides another. What may end
a process (a damaged file in an engine's hands, a processor that lacks an instruction) is looked
at by a process of its own, see `children`.
"""
