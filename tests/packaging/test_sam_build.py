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


@pytest.fixture(scope="module")
def artefacts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    runtime = python_3_13()
    if not SAM.exists():
        pytest.skip("the SAM command line is not set up here (local/bin/setup sam)")
    if runtime is None:
        pytest.skip("Python 3.13, the Lambda runtime, is not here")
    folder = tmp_path_factory.mktemp("sam")
    run = subprocess.run(  # noqa: S603
        [SAM, "build", "--template", ROOT / "template.yaml", "--build-dir", folder / "build"],
        cwd=folder,
        env={
            **os.environ,
            "PATH": f"{runtime}{os.pathsep}{os.environ['PATH']}",
            "SAM_CLI_TELEMETRY": "0",
            "AWS_DEFAULT_REGION": "ap-northeast-2",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return folder / "build"


def test_the_artefact_holds_our_packages_and_pinned_dependencies_only(artefacts: Path) -> None:
    requirements = (ROOT / "bundle" / "requirements.txt").read_text("utf-8")
    pinned = {
        name.lower().replace("-", "_") for name in re.findall(r"^([\w.-]+)==", requirements, re.MULTILINE)
    }
    for function in ("Authorizer", "Websocket", "Deadline", "Lobby"):
        built = {path.name for path in (artefacts / f"{function}Function").iterdir()}
        assert {"engine", "functions"} <= built
        ours = {"engine", "functions", "requirements.in", "requirements.txt"}
        owners = {
            name: re.sub(r"-.*", "", name).removesuffix(".py").lower()
            for name in built - ours
            if name.endswith((".dist-info", ".data", ".libs"))
        }
        assert set(owners.values()) <= pinned, function
        # Packages are named in the RECORD of the distribution they came with.
        recorded = {
            line.split("/")[0].split(",")[0]
            for record in (artefacts / f"{function}Function").glob("*.dist-info/RECORD")
            for line in record.read_text("utf-8").splitlines()
        }
        assert built - ours - set(owners) <= recorded, function


def test_the_artefact_is_for_the_processor_it_runs_on(artefacts: Path) -> None:
    built = {path.name for path in (artefacts / "WebsocketFunction").rglob("*.so")}
    assert built
    assert [name for name in built if "aarch64" not in name] == []


def test_no_test_no_tool_and_no_client_is_in_the_artefact(artefacts: Path) -> None:
    for package in ("engine", "functions"):
        source = {path.relative_to(ROOT) for path in (ROOT / package).rglob("*") if path.suffix != ".pyc"}
        built = artefacts / "LobbyFunction"
        shipped = {path.relative_to(built) for path in (built / package).rglob("*")}
        assert shipped <= source


def test_the_artefact_fits_lambda_with_room_to_spare(artefacts: Path) -> None:
    size = sum(path.stat().st_size for path in (artefacts / "WebsocketFunction").rglob("*") if path.is_file())
    assert size < 50_000_000  # Lambda takes 250 MB; a cold start pays for each of them
