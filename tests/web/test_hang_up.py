"""Clients that hang up while the server is answering, as browsers do when a page is left, cost the server nothing."""

import socket
import struct

from tests.web.serving import serving

HANG_UP = struct.pack("ii", 1, 0)  # close at once: the other side is told by a reset


def test_clients_that_hang_up_do_not_end_the_server() -> None:
    with serving() as server:
        page = f"GET / HTTP/1.1\r\nHost: {server.address}\r\nConnection: keep-alive\r\n\r\n".encode()
        for _ in range(100):
            with socket.create_connection(("127.0.0.1", server.port)) as client:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, HANG_UP)
                client.sendall(20 * page)
                client.shutdown(socket.SHUT_WR)
        assert server.get("/health").status == 200
        assert server.process.is_alive()
