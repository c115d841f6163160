"""The certificate of `setlab serve --https`: its own, for this machine and its address in the local network.

Phones allow service workers, cameras and the clipboard only to pages that came encrypted. No authority knows this
certificate, so that a browser asks before it trusts it.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from setlab.files import user_data, whole_file

VALID = timedelta(days=397)
"""Some browsers take no certificate that is valid for longer."""

RENEWED = timedelta(days=30)
"""The time before its end at which it is renewed."""


@dataclass(frozen=True)
class Certificate:
    """A file with a certificate and its key, and the SHA-256 fingerprint that browsers show."""

    path: str
    fingerprint: str


def own_certificate(names: list[str], place: str | None = None) -> Certificate:
    """The certificate in the user's data folder; a new one if it does not have these names, or ends soon."""
    path = Path(place or user_data("SETLAB_CERTIFICATE", "https.pem"))
    found = _read(path)
    if found is None or not set(names) <= set(_names(found)) or found.not_valid_after_utc - _now() < RENEWED:
        found = _write(path, sorted({*names, *(_names(found) if found else ())}))
    digest = found.fingerprint(hashes.SHA256()).hex(":").upper()
    return Certificate(str(path), digest)


def _now() -> datetime:
    return datetime.now(UTC)


def _read(path: Path) -> x509.Certificate | None:
    with suppress(OSError, ValueError):
        return x509.load_pem_x509_certificate(path.read_bytes())
    return None


def _names(certificate: x509.Certificate) -> list[str]:
    known = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    addresses = known.get_values_for_type(x509.IPAddress)
    return [*known.get_values_for_type(x509.DNSName), *map(str, addresses)]


def _write(path: Path, names: list[str]) -> x509.Certificate:
    """Make a key and a certificate for these names, in a file that only the user can read."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "setlab on this computer")])
    made = (
        x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(_now() - timedelta(days=1))
        .not_valid_after(_now() + VALID - timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([_general_name(name) for name in names]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    secret = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as file:
        os.chmod(file.name, 0o600)
        file.write(secret + made.public_bytes(serialization.Encoding.PEM))
    return made


def _general_name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        return x509.DNSName(name)
