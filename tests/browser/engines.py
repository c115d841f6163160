"""Browsers of three engines with the same few verbs: by Playwright, by WebDriver BiDi (Firefox), by WebDriver (WebKit).

WebKit comes twice: WebKitGTK is the current engine of Safari; WPE, kept at 2.38 by Debian 12, is that of Safari 16.0.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from base64 import b64decode
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser
from websockets.sync.client import connect

from tests.browser.people import APART

PATIENCE = 30.0
"""Seconds after which something that should come soon counts as lost."""

SILENT = subprocess.DEVNULL

MIDDLE = """(at) => {
  at.scrollIntoView({ block: "nearest" });
  const { x, y, width, height } = at.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""

BEGUN = "!window.gone && document.body !== null"

SETTLED = "Promise.resolve({}).then((value) => done({{ value }}), (error) => done({{ error: String(error) }}))"


class Engine(ABC):
    """A browser with one page."""

    width, height = 1280, 800

    def __init__(self) -> None:
        self.held = ExitStack()

    def close(self) -> None:
        self.held.close()

    def open(self, address: str) -> None:
        """Go to a page, and wait until it has begun.

        WebKit's driver can lose the first address while the empty page is still loading: it is told once more.
        """
        self.run("window.gone = true")
        self._go(address)
        try:
            self.wait(BEGUN, PATIENCE / 3, self.peek)
        except AssertionError:
            self._go(address)
            self.wait(BEGUN, PATIENCE, self.peek)

    @abstractmethod
    def _go(self, address: str) -> None: ...

    def peek(self, expression: str) -> Any:
        """The value of a JavaScript expression that is no promise, even while a page is being replaced."""
        return self.run(expression)

    @abstractmethod
    def run(self, expression: str) -> Any:
        """The value of a JavaScript expression; a promise is awaited."""

    @abstractmethod
    def press(self, x: float, y: float) -> None:
        """Press and release the pointer at a point of the window."""

    @abstractmethod
    def type(self, key: str) -> None:
        """Press and release a key."""

    @abstractmethod
    def picture(self) -> bytes:
        """The window as PNG."""

    def wait(self, expression: str, patience: float = PATIENCE, run: Callable[[str], Any] | None = None) -> None:
        """Wait until a JavaScript expression is true."""
        last, end = None, time.monotonic() + patience
        while time.monotonic() < end:
            try:
                if last := (run or self.run)(expression):
                    return
            except Lost as error:  # one page has gone, the next is on its way
                last = error
            time.sleep(0.01)
        raise AssertionError(f"{expression} is still {last!r} after {patience} s on {self.peek('location.href')}")

    def has(self, selector: str) -> bool:
        """Whether the page has an element."""
        return bool(self.run(f"document.querySelector({json.dumps(selector)}) !== null"))

    def wait_for(self, selector: str) -> None:
        """Wait until the page has an element."""
        self.wait(f"document.querySelector({json.dumps(selector)}) !== null")

    def click(self, selector: str) -> None:
        """Press the pointer in the middle of an element."""
        self.wait_for(selector)
        self.press(*self.run(f"({MIDDLE})(document.querySelector({json.dumps(selector)}))"))


class Lost(Exception):
    """The page in which a script ran has gone."""


class Chromium(Engine):
    """A page of the Chromium that all tests of the pages share."""

    def __init__(self, browser: Browser) -> None:
        super().__init__()
        context = browser.new_context(**APART | {"viewport": {"width": self.width, "height": self.height}})
        self.held.callback(context.close)
        self._page = context.new_page()

    def _go(self, address: str) -> None:
        self._page.goto(address, wait_until="commit")

    def run(self, expression: str) -> Any:
        try:
            return self._page.evaluate(expression)
        except Exception as error:
            if "context was destroyed" in str(error):
                raise Lost(str(error)) from None
            raise

    def press(self, x: float, y: float) -> None:
        self._page.mouse.click(x, y)

    def type(self, key: str) -> None:
        self._page.keyboard.press(key)

    def picture(self) -> bytes:
        return self._page.screenshot()


KEYS = {"Escape": "\ue00c", "Tab": "\ue004", "Enter": "\ue007"}


def pointer(x: float, y: float) -> dict[str, Any]:
    """The actions of a pointer, as both protocols write them."""
    move = {"type": "pointerMove", "x": round(x), "y": round(y)}
    press, release = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))
    return {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [move, press, release]}


def typing(key: str) -> dict[str, Any]:
    """The actions of a keyboard."""
    value = KEYS.get(key, key)
    return {"type": "key", "id": "keys", "actions": [{"type": kind, "value": value} for kind in ("keyDown", "keyUp")]}


class Firefox(Engine):
    """Debian's Firefox, which speaks WebDriver BiDi without another program."""

    def __init__(self, binary: str) -> None:
        super().__init__()
        profile = self.held.enter_context(tempfile.TemporaryDirectory())
        said = Path(profile) / "said"
        with said.open("w") as log:
            command = [binary, "--headless", "--no-remote", "--remote-debugging-port=0", "--profile", profile]
            process = subprocess.Popen(command, stdout=log, stderr=log, env=os.environ | {"HOME": profile})
        self.held.callback(end, process)
        address = until(lambda: re.search(r"ws://\S+", said.read_text()), process)[0]
        self._socket = self.held.enter_context(connect(f"{address}/session", max_size=None, proxy=None))
        self._number = 0
        self._ask("session.new", capabilities={})
        self._page: str = self._ask("browsingContext.getTree")["contexts"][0]["context"]
        size = {"width": self.width, "height": self.height}
        self._ask("browsingContext.setViewport", context=self._page, viewport=size)

    def _ask(self, method: str, **parameters: Any) -> Any:
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while (answer := json.loads(self._socket.recv(PATIENCE))).get("id") != self._number:
            pass
        if answer["type"] == "error":
            raise Lost(answer["message"])
        return answer["result"]

    def _go(self, address: str) -> None:
        self._ask("browsingContext.navigate", context=self._page, url=address, wait="none")

    def run(self, expression: str) -> Any:
        text = f"Promise.resolve({expression}).then((value) => JSON.stringify(value) ?? null)"
        found = self._ask("script.evaluate", expression=text, target={"context": self._page}, awaitPromise=True)
        if found["type"] == "exception":
            raise Lost(found["exceptionDetails"]["text"])
        value = found["result"].get("value")
        return None if value is None else json.loads(value)

    def press(self, x: float, y: float) -> None:
        self._ask("input.performActions", context=self._page, actions=[pointer(x, y)])

    def type(self, key: str) -> None:
        self._ask("input.performActions", context=self._page, actions=[typing(key)])

    def picture(self) -> bytes:
        return b64decode(self._ask("browsingContext.captureScreenshot", context=self._page)["data"])


class WebKit(Engine):
    """A browser with WebKit: its driver starts it, and speaks WebDriver over HTTP."""

    def __init__(self, driver: str, options: dict[str, Any], screen: str | None = None) -> None:
        super().__init__()
        environment = os.environ | {"NO_AT_BRIDGE": "1"} | ({"DISPLAY": self._screen(screen)} if screen else {})
        port = free_port()
        process = subprocess.Popen([driver, f"--port={port}"], stdout=SILENT, stderr=SILENT, env=environment)
        self.held.callback(end, process)
        until(lambda: answers(port), process)
        self._http = self.held.enter_context(
            httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, trust_env=False)
        )
        self._session = ""
        wanted = {"alwaysMatch": {**options, "pageLoadStrategy": "none"}}
        self._session = f"/session/{self._ask('/session', capabilities=wanted)['sessionId']}"
        self.held.callback(self._http.delete, self._session)

    def _screen(self, server: str) -> str:
        """The name of a screen that nobody sees."""
        command = [server, "-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=SILENT, text=True)
        self.held.callback(end, process)
        assert process.stdout is not None
        with process.stdout:
            return f":{process.stdout.readline().strip()}"

    def _ask(self, path: str, **body: Any) -> Any:
        try:
            answer = self._http.post(self._session + path, json=body)
        except httpx.TimeoutException:
            raise Lost(f"the driver has not answered {path}") from None
        value = answer.json()["value"]
        if answer.is_error:
            raise Lost(f"{value['error']}: {value['message']}")
        return value

    def _go(self, address: str) -> None:
        self._ask("/url", url=address)

    def run(self, expression: str) -> Any:
        found = self._ask("/execute/async", script=f"const done = arguments[0]; {SETTLED.format(expression)}", args=[])
        if "error" in found:
            raise Lost(found["error"])
        return found.get("value")

    def peek(self, expression: str) -> Any:
        return self._ask("/execute/sync", script=f"return {expression}", args=[])

    def press(self, x: float, y: float) -> None:
        self._ask("/actions", actions=[pointer(x, y)])

    def type(self, key: str) -> None:
        self._ask("/actions", actions=[typing(key)])

    def picture(self) -> bytes:
        return b64decode(self._http.get(f"{self._session}/screenshot").json()["value"])


def open_firefox() -> Engine:
    """Firefox ESR."""
    return Firefox(program("firefox-esr"))


def open_webkit() -> Engine:
    """WebKitGTK, the current engine of Safari."""
    return WebKit(program("WebKitWebDriver"), {}, program("Xvfb"))


def open_old_webkit() -> Engine:
    """WPE, in Debian 12 the engine of Safari 16.0."""
    options = {"binary": program("cog"), "args": ["--automation", "--platform=headless"]}
    return WebKit(program("WPEWebDriver"), {"wpe:browserOptions": options})


def program(name: str) -> str:
    """The path of a program; without it the test is skipped."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"no {name} on this machine: sh scripts/install-servers")
    return found


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as made:
        port: int = made.getsockname()[1]
        return port


def answers(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
        return True
    return False


def until(found: Callable[[], Any], process: subprocess.Popen[Any]) -> Any:
    """The first true value of a function, while a process starts."""
    until_when = time.monotonic() + PATIENCE
    while not (value := found()):
        assert process.poll() is None, f"{process.args!r} has ended"
        assert time.monotonic() < until_when, f"{process.args!r} does not start"
        time.sleep(0.01)
    return value


def end(process: subprocess.Popen[Any]) -> None:
    process.terminate()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
