"""Faces: a small drawing for each agent's address, always the same one, distinguished by shape
alone.

The kind of an agent determines the head; a hash of its address chooses the rest. No tint is a
suit's colour.
"""

from functools import lru_cache
from hashlib import blake2b

SALT = "face 5173"
"""Hashed with the address; chosen so that no two named agents with the same head have the same
eyes, mouth and top."""

TINTS = ("#d8dde6", "#e5dccb", "#cfdcd2", "#e3d2cb", "#d9d0e0", "#c9dde0")
INK = "#1f232b"

HEADS = {
    "rules": '<rect x="14" y="20" width="36" height="32" rx="7"/>',
    "genes": '<rect x="14" y="20" width="36" height="32" rx="7"/>',
    "conv": '<circle cx="32" cy="35" r="18"/>',
    "human": '<path d="M15 33a17 17 0 0 1 34 0v3a17 17 0 0 1-34 0z"/>',
    "wary": '<path d="M32 17 49 23v13c0 9-7 14-17 18-10-4-17-9-17-18V23z"/>',
    "search": '<path d="M32 16 49 26v19L32 55 15 45V26z"/>',
    "adaptive": '<path d="M32 15 51 35 32 55 13 35z"/>',
    "hat": '<ellipse cx="32" cy="37" rx="20" ry="15"/>',
    "elite": '<path d="M22 18h20l9 9v18l-9 9H22l-9-9V27z"/>',
}
OTHER_HEAD = '<path d="M18 20h28l5 30H13z"/>'

EYES = (
    '<circle cx="25" cy="34" r="3" class="f"/><circle cx="39" cy="34" r="3" class="f"/>',
    '<circle cx="25" cy="34" r="4"/><circle cx="39" cy="34" r="4"/>'
    '<circle cx="25" cy="34" r="1.2" class="f"/><circle cx="39" cy="34" r="1.2" class="f"/>',
    '<path d="M21 33h8M35 33h8"/>',
    '<path d="M21 35q4-5 8 0M35 35q4-5 8 0"/>',
    '<rect x="20" y="29" width="24" height="8" rx="4" class="f"/>',
    '<rect x="22" y="30" width="6" height="6" class="f"/>'
    '<rect x="36" y="30" width="6" height="6" class="f"/>',
    '<circle cx="32" cy="33" r="6"/><circle cx="32" cy="33" r="2.2" class="f"/>',
    '<path d="M22 31l6 3M42 31l-6 3"/><circle cx="26" cy="36" r="1.8" class="f"/>'
    '<circle cx="38" cy="36" r="1.8" class="f"/>',
)
MOUTHS = (
    '<path d="M25 43q7 6 14 0"/>',
    '<path d="M26 45h12"/>',
    '<path d="M26 42h12q-1 7-6 7t-6-7z" class="f"/>',
    '<path d="M24 43h16v4H24zM28 43v4M32 43v4M36 43v4"/>',
    '<circle cx="32" cy="45" r="2.6"/>',
    '<path d="M25 45l3.5-3 3.5 3 3.5-3 3.5 3"/>',
    '<path d="M27 46q6-1 10-4"/>',
)
TOPS = (
    '<path d="M32 18V9"/><circle cx="32" cy="7" r="3" class="f"/>',
    '<path d="M24 19l-4-9M40 19l4-9"/>',
    '<path d="M20 19q12-13 24 0z" class="f"/>',
    '<path d="M32 18q-1-9-9-11M32 18q1-7 8-8"/>',
    '<path d="M25 18v-8h14v8M20 18h24"/>',
    '<path d="M32 4l2.6 5.2 5.8.8-4.2 4 1 5.8L32 17l-5.2 2.8 1-5.8-4.2-4 5.8-.8z" class="f"/>',
    '<path d="M22 18l4-8 6 6 6-6 4 8z" class="f"/>',
)
FRIENDLY = {"wary:expert": (4, 1, 0, 6), "conv:human": (1, 0, 0, 0), "rules:piers": (5, 1, 1, 1)}
"""Indices of tint, eyes, mouth and top for agents whose hash gives an unfriendly face, by address.
"""
STYLE = 'fill="none" stroke="#1f232b" stroke-width="2.4" stroke-linecap="round"'


@lru_cache(maxsize=512)
def face(address: str) -> str:
    """Return the picture of the agent at `address`, a face, as an SVG document, 64 units square,
    without a title.
    """
    tint, eyes, mouth, top = _lots(address)
    head = HEADS.get(address.partition(":")[0], OTHER_HEAD)
    drawn = EYES[eyes] + MOUTHS[mouth] + TOPS[top]
    filled = drawn.replace('class="f"', f'fill="{INK}"')
    return (
        '<svg class="bot-face" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" '
        'width="64" height="64" aria-hidden="true">'
        f'<rect width="64" height="64" rx="16" fill="{TINTS[tint]}"/>'
        f'<g {STYLE} stroke-linejoin="round"><g fill="#fffdf8">{head}</g>{filled}</g></svg>'
    )


def _lots(address: str) -> tuple[int, int, int, int]:
    """Return the indices of tint, eyes, mouth and top: chosen, or from a hash of the address. A
    level of the conventions keeps its face if conventions are removed (`conv:h5:no-bluffs`).
    """
    if address.startswith("conv:"):
        address = ":".join(address.split(":")[:2])
    if address in FRIENDLY:
        return FRIENDLY[address]
    drawn = blake2b(f"{SALT} {address}".encode(), digest_size=4).digest()
    counts = (len(TINTS), len(EYES), len(MOUTHS), len(TOPS))
    tint, eyes, mouth, top = (byte % count for byte, count in zip(drawn, counts, strict=True))
    return tint, eyes, mouth, top
