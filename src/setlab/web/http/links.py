"""Addresses: of a room as others reach it, of this machine in the local network, and QR codes of them."""

from __future__ import annotations

import io
import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.requests import Request


def room_link(request: Request, code: str, lan_address: str) -> str:
    """The link of a room: at the address that was asked, or that of the local network where others cannot use it."""
    base = f"{request.url.scheme}://{request.url.netloc}"
    if lan_address and is_local(urlsplit(base).hostname or ""):
        base = lan_address
    return f"{base}/{code}"


def is_local(host: str) -> bool:
    """True for a host name by which a computer reaches itself; `invite.js` says the same.

    >>> is_local("localhost"), is_local("127.0.1.1"), is_local("::1"), is_local("127.example.org")
    (True, True, True, False)
    """
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


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
