"""What ``sam build`` makes: the artefact that AWS would run."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
SAM = ROOT / ".venv-sam" / "bin" / "sam"


def python_3_13() -> Path | None:
    """The folder of the Lambda runtime's Python, which ``sam build`` insists on: PATH, then pyenv."""

    def works(program: Path) -> bool:
        run = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)  # noqa: S603
        return run.returncode == 0 and run.stdout.startswith("Python 3.13.")

    candidates = [Path(found)] if (found := shutil.which("python3.13")) else []
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    candidates += sorted(versions.glob("3.13.*/bin/python3.13"))
    return next((program.parent for program in candidates if works(program)), None)


def built(folder: Path) -> Path:
    runtime = python_3_13()
    if not SAM.exists():
        pytest.skip("the SAM command line is not set up here (local/bin/setup sam)")
    if runtime is None:
        pytest.skip("Python 3.13, the Lambda runtime, is not here")
    run = subprocess.run(  # noqa: S603
        [SAM, "build", "--template", ROOT / "template.yaml", "--build-dir", folder / "build"],
        cwd=folder,
        env={
            **os.environ,
            "PATH": f"{runtime}{os.pathsep}{os.environ['PATH']}",
            "SAM_CLI_TELEMETRY": "0",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return folder / "build"


def test_the_artefact_holds_our_packages_and_pinned_dependencies_for_its_processor_only(
    tmp_path: Path,
) -> None:
    """One test for one build, which takes ten seconds and more."""
    build = built(tmp_path)
    functions = sorted(path.name for path in build.iterdir() if path.is_dir())
    assert functions == [
        "AuthorizerFunction",
        "DeadlineFunction",
        "LobbyFunction",
        "SpectatorsFunction",
        "WebsocketFunction",
    ]
    for function in functions:
        holds_only_what_should_ship(build / function)


def holds_only_what_should_ship(artefact: Path) -> None:
    ours = {"engine", "functions", "requirements.in", "requirements.txt"}
    names = {path.name for path in artefact.iterdir()}
    assert ours <= names

    pins = re.findall(
        r"^([\w.-]+)==", (ROOT / "bundle" / "requirements.txt").read_text("utf-8"), re.MULTILINE
    )
    infos = {name for name in names if name.endswith((".dist-info", ".data"))}
    distributions = {re.sub(r"-.*", "", name).lower() for name in infos}
    assert distributions <= {pin.lower().replace("-", "_") for pin in pins}
    recorded = {
        re.split("[/,]", line)[0]
        for record in artefact.glob("*.dist-info/RECORD")
        for line in record.read_text("utf-8").splitlines()
    }
    assert names - ours - infos <= recorded

    for package in ("engine", "functions"):
        source = {path.relative_to(ROOT) for path in (ROOT / package).rglob("*") if path.suffix != ".pyc"}
        shipped = {path.relative_to(artefact) for path in (artefact / package).rglob("*")}
        assert shipped <= source

    machine_code = [path.name for path in artefact.rglob("*.so")]
    assert machine_code
    assert [name for name in machine_code if "aarch64" not in name] == []
    size = sum(path.stat().st_size for path in artefact.rglob("*") if path.is_file())
    assert size < 50_000_000  # Lambda takes 250 MB; a cold start pays for each of them
