"""The code that is deployed: what ``bundle/`` links to, zipped; and whether it can be loaded.

The dependencies are not in the zip: the emulator runs functions with the Python that runs
it, so they come from the environment, pinned by the same ``bundle/requirements.txt``.
"""

import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path

from local.stack.errors import StackError

# Zip cannot say anything older; a fixed instant makes equal sources equal bytes.
_EPOCH = (1980, 1, 1, 0, 0, 0)
_MODE = 0o644 << 16

# Imports each handler as Lambda does, but without its environment: nothing may be made at import.
_LOAD = """
import importlib, sys
for name in sys.argv[1:]:
    module, _, attribute = name.rpartition(".")
    if not callable(getattr(importlib.import_module(module), attribute)):
        raise TypeError(f"{name} is not a function")
"""


def code_files(bundle: Path) -> Iterator[tuple[str, Path]]:
    """Every file of the packages in ``bundle``, as (path inside the artefact, file), sorted.

    Files that stand in ``bundle`` itself (requirements) and compiled files are left out.

    :raises StackError: there is no such folder.
    """
    try:
        packages = sorted(path for path in bundle.iterdir() if path.is_dir())
    except OSError as fault:
        raise StackError(f"The code to deploy cannot be read: {fault}.") from fault
    for package in packages:
        for folder, folders, names in os.walk(package):
            folders[:] = sorted(name for name in folders if name != "__pycache__")
            for name in sorted(names):
                file = Path(folder, name)
                if file.suffix != ".pyc":
                    yield file.relative_to(bundle).as_posix(), file


def zipped(bundle: Path) -> bytes:
    """A zip of the packages in ``bundle``. Equal sources give equal bytes."""
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, file in code_files(bundle):
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.external_attr = _MODE
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, file.read_bytes())
    return buffer.getvalue()


def load_error(bundle: Path, handlers: Sequence[str]) -> str | None:
    """Why some handler cannot be imported (a traceback), or None.

    Imports in a process of its own, with nothing in its environment but the way to Python.
    """
    environment = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, [str(bundle), os.environ.get("PYTHONPATH")]))
    run = subprocess.run(
        [sys.executable, "-P", "-B", "-c", _LOAD, *handlers],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return None if run.returncode == 0 else run.stderr.strip() or f"Python ended with {run.returncode}"
