"""What MkDocs builds beside docs/: a page for every verb, made of its help and schema, the notebooks, the versions, and
the application without a server in `app/`, to which the pages about it lead.

mkdocs.yml names this file under `hooks`. `python -m scripts.site FOLDER` lists the versions in a built site: a folder
with the number of a version is the site of that release, as `make docs` built it. With `--releases` it first puts the
sites that are attached to releases into such folders, by `gh`.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer
from mkdocs.structure.files import File, Files

from scripts.notebooks import ORDER, page, read
from setlab import __version__
from setlab.cli.commands import options_of, usage_of
from setlab.cli.main import app
from setlab.cli.schema import answers, schema_of
from setlab.cli.verbs import GROUPS, VERBS
from setlab.web.pages.assets import Assets
from setlab.web.pages.folder import write_site

ARCHIVE = "setlab-site.tar.gz"
"""The site of a release, which its workflow attaches."""

NUMBER = re.compile(r"\d+\.\d+\.\d+")
APP = {
    "index.md": "", "player.md": "table/", "student.md": "lab/", "teacher.md": "learn/", "puzzles.md": "daily/",
    "solitaire.md": "solitaire/", "antiset.md": "antiset/", "explorer.md": "explore/", "caps.md": "explore/?mode=cap",
    "laboratory.md": "lab/", "lessons.md": "learn/", "exact.md": "lab/exact/", "reproduce.md": "lab/results/",
    "progress.md": "progress/", "site.md": "",
}  # fmt: skip
"""The pages that lead to a page of the application."""

HEADING = re.compile(r"^## `setlab ([a-z]+)`$", re.MULTILINE)


def on_config(config: Any) -> Any:
    """Name the pages of verbs and notebooks in the navigation, and the version in the foot of every page."""
    verbs = [{verb: f"verbs/{verb}.md"} for verb in VERBS]
    reference = next(part["Reference"] for part in config.nav if "Reference" in part)
    reference.insert(0, {"Verbs": ["verbs/index.md", *verbs]})
    start = next(part["Start"] for part in config.nav if "Start" in part)
    start.append({"Notebooks": [f"notebooks/{name}.md" for name in ORDER]})
    config.copyright = f"setlab {__version__}. MIT licence. SET is a registered trademark of its owner."
    return config


def on_files(files: Files, config: Any) -> Files:
    """Add the pages of verbs and notebooks, and the list of versions."""
    files.append(File.generated(config, "verbs/index.md", content=index_page()))
    for verb in VERBS:
        files.append(File.generated(config, f"verbs/{verb}.md", content=verb_page(verb)))
    for name in ORDER:
        files.append(File.generated(config, f"notebooks/{name}.md", content=page(read(name))))
    files.append(File.generated(config, "versions.js", content=version_list([__version__])))
    return files


def has_app() -> bool:
    """True if the application is a part of the site: it takes a while, and needs the core for browsers."""
    return os.environ.get("SETLAB_DOCS_APP") != "none" and Assets().find("core.wasm") is not None


def on_post_build(config: Any) -> None:
    """Write the application into the site."""
    if has_app():
        write_site(Path(config.site_dir) / "app")


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Lead from the examples of a verb to its page, and from a tutorial to the page where it can be tried."""
    if page.file.src_uri in APP and has_app():
        markdown = with_app_link(markdown, APP[page.file.src_uri])
    if page.file.src_uri != "commands.md":
        return markdown
    return HEADING.sub(lambda verb: f"{verb[0]}\n\n[All options and fields](verbs/{verb[1]}.md)", markdown)


def with_app_link(markdown: str, place: str) -> str:
    """A page with a link to the application below its title.

    >>> with_app_link("# Anti-SET\\n\\nTake cards in turn.", "antiset/").splitlines()[2]
    '<a class="md-button" href="app/antiset/">Try it here</a>'
    """
    title, _, rest = markdown.partition("\n")
    return f'{title}\n\n<a class="md-button" href="app/{place}">Try it here</a>\n{rest}'


def index_page() -> str:
    """All verbs in their groups."""
    lines = ["# Verbs", "", "Each verb with all its options and the fields of its JSON, as this version has them.", ""]
    for group, verbs in GROUPS.items():
        lines += [f"## {group}", "", "| verb | |", "|---|---|"]
        lines += [f"| [`setlab {verb}`]({verb}.md) | {_cell(summary)} |" for verb, summary in verbs.items()]
        lines.append("")
    return "\n".join(lines)


def verb_page(verb: str) -> str:
    """The help of a verb and of its own verbs, and what they print with --json."""
    top = typer.main.get_command(app)
    above = top.make_context("setlab", ["--version"], resilient_parsing=True)
    command = top.get_command(above, verb)  # type: ignore[attr-defined]
    here = type(above)(command, info_name=verb, parent=above)
    links = f"[Examples with their output](../commands.md#setlab-{verb}) · [all verbs](index.md)"
    lines = [f"# `setlab {verb}`", "", links, "", *_described(command, here, verb)]
    for name in command.list_commands(here) if hasattr(command, "list_commands") else []:
        each = command.get_command(here, name)
        inner = type(above)(each, info_name=name, parent=here)
        lines += ["", f"## `setlab {verb} {name}`", "", *_described(each, inner, f"{verb} {name}")]
    return "\n".join(lines) + "\n"


def version_list(versions: list[str]) -> str:
    """A script that names the versions of a site, the newest first; it can be read from a disk, where JSON cannot."""
    newest = sorted(versions, key=lambda version: tuple(map(int, NUMBER.findall(version)[0].split("."))), reverse=True)
    return f"globalThis.setlabVersions = {json.dumps(newest)};\n"


def _described(command: Any, ctx: Any, verb: str) -> Iterator[str]:
    """Usage, explanation, options and fields of one verb."""
    yield from ("```text", usage_of(command, ctx), "```", "")
    for paragraph in re.split(r"\n\s*\n", command.help or ""):
        text = " ".join(paragraph.split())
        if text.startswith("setlab "):
            yield from ("```sh", text, "```", "")
        else:
            yield from (_plain(text), "")
    yield from ("| option | |", "|---|---|")
    for name, explanation in options_of(command, ctx).items():
        yield f"| `{name.replace('|', chr(92) + '|')}` | {_cell(explanation)} |"
    if verb in answers()["verbs"]:
        schema = schema_of(verb)
        yield from ("", "With `--json`:", "", "| field | always | |", "|---|---|---|")
        for field, made in schema["properties"].items():
            always = "yes" if field in schema["required"] else ""
            yield f"| `{field}` | {always} | {_cell(made.get('description', ''))} |"


def _plain(text: str) -> str:
    """A paragraph of the help as Markdown: its asterisks and angle brackets are meant."""
    return re.sub(r"([<>])", r"\\\1", text)


def _cell(text: str) -> str:
    return _plain(text).replace("|", "\\|")


def fetch(site: Path) -> None:
    """Unpack the sites of all releases but the present one, each in the folder of its version."""
    asked = ["gh", "release", "list", "--limit", "100", "--json", "tagName", "--jq", ".[].tagName"]
    tags = subprocess.run(asked, check=True, capture_output=True, text=True).stdout.split()
    for tag in tags:
        version = tag.removeprefix("v")
        if NUMBER.fullmatch(version) and version != __version__:
            with tempfile.TemporaryDirectory() as folder:
                subprocess.run(["gh", "release", "download", tag, "--pattern", ARCHIVE, "--dir", folder], check=True)
                with tarfile.open(Path(folder, ARCHIVE)) as archive:
                    archive.extractall(site / version, filter="data")


def main(folder: str, *options: str) -> None:
    """List the versions that a built site has: its own, and those in folders."""
    site = Path(folder)
    if "--releases" in options:
        fetch(site)
    older = [path.name for path in site.iterdir() if path.is_dir() and NUMBER.fullmatch(path.name)]
    (site / "versions.js").write_text(version_list(sorted({__version__, *older})), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
