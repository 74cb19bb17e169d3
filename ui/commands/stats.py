"""``askpapers stats``: what the store holds."""

from __future__ import annotations

from ui.commands.options import JsonOption, StoreOption

HELP = """\
Show what the store holds: papers, sentences, venues and years, encoder, size.

\b
Examples:
  askpapers stats
  askpapers stats --json

The snapshot changes whenever a paper does: two stores with one snapshot answer alike.
"""


def stats(*, as_json: JsonOption = False, store: StoreOption = None) -> None:
    """Show what the store holds."""
    from ui.inventory import inventory, inventory_text
    from ui.output import write, write_json
    from ui.session import open_papers

    found = inventory(open_papers(store))
    if as_json:
        write_json(found)
    else:
        write(inventory_text(found))
