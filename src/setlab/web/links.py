"""Addresses: of a room as others reach it, of this machine in the local network, and QR codes of them."""

from __future__ import annotations

import io
import socket
from urllib.parse import urlsplit

from starlette.requests import Request

LOOPBACK = ("localhost", "127.0.0.1", "::1")


def room_link(request: Request, code: str, lan_address: str) -> str:
    """The link of a room: at the address that was asked, or that of the local network where others cannot use it."""
    base = f"{request.url.scheme}://{request.url.netloc}"
    if lan_address and urlsplit(base).hostname in LOOPBACK:
        base = lan_address
    return f"{base}/{code}"


def network_address() -> str:
    """The address of this machine in the local network; empty if it is in none.

    No packet is sent: the system only says from which address it would send one.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address: str = probe.getsockname()[0]
        except OSError:
            return ""
    return "" if address.startswith("127.") or address == "0.0.0.0" else address


def qr_svg(link: str) -> bytes:
    """The QR code of a link as SVG, dark on white, as large as its place.

    >>> qr_svg("http://192.168.0.7:8000/KRTM")[:4]
    b'<svg'
    """
    import segno

    out = io.BytesIO()
    segno.make(link, error="m", micro=False).save(
        out, kind="svg", xmldecl=False, svgns=True, dark="#111", light="#fff", border=4, omitsize=True, nl=False
    )
    return out.getvalue()


def qr_text(link: str) -> str:
    """The QR code of a link for a terminal: two rows in one line."""
    import segno

    out = io.StringIO()
    segno.make(link, error="l", micro=False).terminal(out, compact=True, border=2)
    return out.getvalue()
