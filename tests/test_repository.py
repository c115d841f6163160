"""Files at the root of the repository: they name the version that is installed, and programs can read them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

import setlab
from scripts import release
from scripts.badges import IMAGES, badges

ROOT = Path(__file__).parents[1]
CHANGES = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")


def test_every_file_names_the_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    described = json.loads((ROOT / "codemeta.json").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set(release.versions().values()) == {setlab.__version__, citation["version"], described["version"]}
    assert citation["date-released"] == described["dateModified"]
    assert project["dynamic"] == ["version"]
    assert citation["keywords"] == described["keywords"] == project["keywords"]
    assert project["description"] == described["description"]
    names = [re.match(r"[\w-]+", requirement) for requirement in project["dependencies"]]
    assert [found[0] for found in names if found] == described["softwareRequirements"]


def copy_metadata(folder: Path) -> None:
    for name in {*release.PLACES, *release.CONTACT["url"], "CHANGELOG.md"}:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)


def test_a_release_is_prepared_in_all_files(tmp_path: Path) -> None:
    copy_metadata(tmp_path)
    release.prepare("7.8.9", "2031-02-03", tmp_path)
    assert set(release.versions(tmp_path).values()) == {"7.8.9"}
    assert "2031-02-03" in (tmp_path / "CITATION.cff").read_text(encoding="utf-8")
    assert release.notes("7.8.9", tmp_path).startswith("### Added")
    assert release.notes("Unreleased", tmp_path) == ""
    assert release.notes("0.0.1", tmp_path) == ""


def test_page_and_address_are_put_into_all_files(tmp_path: Path) -> None:
    copy_metadata(tmp_path)
    for host in ("example.com", "example.org"):
        release.set_contact({"url": f"https://{host}/setlab", "email": f"setlab@{host}"}, tmp_path)
    project = tomllib.loads((tmp_path / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    citation = yaml.safe_load((tmp_path / "CITATION.cff").read_text(encoding="utf-8"))
    described = json.loads((tmp_path / "codemeta.json").read_text(encoding="utf-8"))
    pages = {project["urls"]["Homepage"], citation["repository-code"], described["codeRepository"]}
    assert pages == {"https://example.org/setlab"}
    people = [*project["authors"], *citation["authors"], *described["author"]]
    assert [each["email"] for each in people] == ["setlab@example.org"] * 3
    assert len({each["name"].lower() for each in people}) == 1


@pytest.mark.parametrize("wrong", [["--email", "nobody"], ["--url", "example.org"], ["--url", 'https://"']])
def test_what_is_no_page_or_address_is_refused(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert release.main(["1.0.0", *wrong]) == 2
    assert "write one such as" in capsys.readouterr().err


@pytest.mark.parametrize("tag", ["v0.0.1", "latest", ""])
def test_another_tag_is_no_release(tag: str) -> None:
    assert release.main([tag]) == 2


def test_the_changelog_keeps_its_form() -> None:
    """Sections of versions, kinds of changes in their order, and entries of one line."""
    lines = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()
    sections = [line for line in lines if line.startswith("## ")]
    assert sections[0] == "## Unreleased"
    assert all(re.fullmatch(r"## \d+\.\d+\.\d+ – \d{4}-\d\d-\d\d", line) for line in sections[1:])
    kinds = [line.removeprefix("### ") for line in lines if line.startswith("### ")]
    assert set(kinds) <= set(CHANGES)
    if len(sections) == 1:
        assert kinds == sorted(set(kinds), key=CHANGES.index)
    assert [line for line in lines if line.startswith(" ")] == [], "an entry is one line"
    assert [line for line in lines if line.startswith("- ") and len(line) > 200] == []


@pytest.mark.parametrize("path", sorted((ROOT / ".github").rglob("*.yml")), ids=lambda path: path.stem)
def test_templates_and_workflows_can_be_read(path: Path) -> None:
    assert isinstance(yaml.safe_load(path.read_text(encoding="utf-8")), dict)


def test_the_citation_is_valid() -> None:
    """By cffconvert, which needs an older jsonschema than the tests and so has an environment of its own."""
    cffconvert = ROOT / "build" / "cffconvert" / "bin" / "cffconvert"
    if not cffconvert.exists():
        pytest.skip("scripts/install-cffconvert has not been run, or had no network")
    subprocess.run([cffconvert, "--validate"], cwd=ROOT, check=True)


def test_python_runs_the_command_line() -> None:
    ran = subprocess.run([sys.executable, "-m", "setlab", "--version"], capture_output=True, text=True, check=True)
    assert setlab.__version__ in ran.stdout


def test_the_badges_are_true() -> None:
    drawn = {path.stem.removeprefix("badge-"): path.read_text(encoding="utf-8") for path in IMAGES.glob("badge-*.svg")}
    assert drawn == badges(), "run python -m scripts.badges"
    readme = (ROOT / "README.md").read_text(encoding="utf-8")

    assert f"![version {setlab.__version__}]" in readme
    assert len(badges()) == readme.count("docs/images/badge-")
