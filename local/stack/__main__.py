"""``python -m local.stack``: the whole stack on this machine, until Ctrl-C."""

import argparse
import json
import os
import signal
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from local.stack import bundle, template
from local.stack.errors import PortTakenError, StackError
from local.stack.stack import ROOT, TEMPLATE, LocalStack
from local.stack.watch import LogFollower, SourceWatcher
from local.stack.web import deployed_headers, serving

WEB = ROOT / "web"
_LOOK_SEC = 0.5
_LAST_PORT = 65534
_STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def _say(text: str) -> None:
    # A terminal that was closed (SIGHUP) takes no more words; saving goes on without them.
    with suppress(OSError):
        print(text, flush=True)


def _port(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= _LAST_PORT:
        raise argparse.ArgumentTypeError(
            f"a port is a number from 1 to {_LAST_PORT} (the web client takes the next one), not {text!r}"
        )
    return int(text)


def arguments_of(argv: Sequence[str]) -> argparse.Namespace:
    """What the command line and ``NOLPAN_PORT`` ask for; ends the program with a sentence otherwise."""
    parser = argparse.ArgumentParser(
        prog="python -m local.stack", description="Runs the whole stack on this machine, until Ctrl-C."
    )
    parser.add_argument(
        "--port",
        type=_port,
        default=os.environ.get("NOLPAN_PORT") or "4566",
        help="port of the stack (NOLPAN_PORT, else 4566); the web client takes the next one",
    )
    parser.add_argument(
        "--state", type=Path, default=ROOT / ".local", help="folder that keeps rooms and logs (.local)"
    )
    parser.add_argument(
        "--bundle", type=Path, default=ROOT / "bundle", help="folder of the code to deploy (bundle)"
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a parameter of template.yaml, such as FlagMarginMs=0; may be repeated",
    )
    parser.add_argument("--verbose", action="store_true", help="show every log line of the functions")
    return parser.parse_args(argv)


def _parameters(settings: Sequence[str]) -> dict[str, str]:
    pairs = [setting.partition("=") for setting in settings]
    if wrong := [name for name, equals, _ in pairs if not equals]:
        raise StackError(f"--set takes NAME=VALUE, not {wrong[0]!r}.")
    return {name: value for name, _, value in pairs}


class Runner:
    """Deploys what is on disk whenever it changes, and shows what goes wrong."""

    def __init__(self, stack: LocalStack, bundle_dir: Path, *, verbose: bool) -> None:
        self._stack = stack
        self._bundle_dir = bundle_dir
        self._sources = SourceWatcher(bundle_dir, [TEMPLATE])
        self._logs = LogFollower(stack.log_dir, "nolpan-local-*.log" if verbose else "errors.log")

    def deploy(self, check: "Future[str | None]") -> bool:
        """Deploy if the code can be loaded; else say why and keep what was deployed before."""
        kept = "The code before it still runs." if self._stack.is_deployed else "Nothing is deployed yet."
        try:
            if fault := check.result():
                _say(f"The code cannot be loaded. {kept}\n{fault}")
                return False
            self._stack.deploy()
        except StackError as fault:
            _say(f"{fault}\n{kept}")
            return False
        return True

    def run(self) -> None:
        """Watch until interrupted.

        :raises StackError: the emulator ended by itself.
        """
        with ThreadPoolExecutor(1) as aside:
            while self._stack.is_running:
                time.sleep(_LOOK_SEC)
                for line in self._logs.new_lines():
                    _say(line)
                if changed := self._sources.changed():
                    shown = ", ".join(changed[:3]) + (" ..." if len(changed) > 3 else "")
                    if self.deploy(aside.submit(check_code, self._bundle_dir)):
                        _say(f"{time.strftime('%H:%M:%S')} deployed again: {shown}")
        raise StackError(f"The emulator ended by itself. See {self._stack.log_dir / 'emulator.log'}.")


def check_code(bundle_dir: Path) -> str | None:
    """Why the code in a bundle cannot be deployed, or None."""
    try:
        return bundle.load_error(bundle_dir, template.handlers(template.read(TEMPLATE)))
    except StackError as fault:
        return str(fault)


@contextmanager
def _address_file(file: Path, addresses: Mapping[str, str]) -> Iterator[None]:
    """Where clients on this machine find the stack while it runs. Never seen half written.

    :raises StackError: it cannot be written.
    """
    unseen = file.with_suffix(".new")
    try:
        unseen.write_text(json.dumps(addresses), "utf-8")
        unseen.replace(file)
    except OSError as fault:
        raise StackError(f"The addresses of the stack cannot be written: {fault}.") from fault
    try:
        yield
    finally:
        file.unlink(missing_ok=True)


def _welcome(stack: LocalStack, web_url: str | None) -> str:
    lines = [
        "",
        "Nolpan runs on this machine.",
        f"  HTTP API   {stack.http_url}",
        f"  sockets    {stack.socket_url}",
        *([f"  web        {web_url}"] if web_url else []),
        f"  logs       {stack.log_dir} (errors are shown here, everything with --verbose)",
        "",
        "To play, run `make play` in a second terminal, and again in a third for the other player.",
        f"To look:  curl '{stack.http_url}/games'",
        "Changes in engine/, functions/ and template.yaml are deployed when they are saved. Ctrl-C stops.",
        "",
    ]
    return "\n".join(lines)


def _run(arguments: argparse.Namespace) -> None:
    stack = LocalStack(
        state_dir=arguments.state,
        port=arguments.port,
        parameters=_parameters(arguments.set),
        bundle_dir=arguments.bundle,
    )
    with ExitStack() as at_end:
        at_end.callback(_stop, stack)
        aside = at_end.enter_context(ThreadPoolExecutor(1))
        check = aside.submit(check_code, arguments.bundle)
        _say("Starting the emulator of AWS ...")
        stack.start()
        is_kept = stack.is_deployed
        _say("Deploying template.yaml and today's code ...")
        runner = Runner(stack, arguments.bundle, verbose=arguments.verbose)
        runner.deploy(check)
        if not stack.is_deployed:
            raise StackError(
                "There is nothing to run yet. Start again when the code can be loaded; if it can be, delete "
                f"{arguments.state} to start afresh."
            )
        if is_kept:
            stack.check()
        web_url = None
        if (WEB / "dist" / "index.html").exists():
            web_url = at_end.enter_context(
                serving(
                    WEB / "dist",
                    port=arguments.port + 1,
                    http_url=stack.http_url,
                    headers=deployed_headers(WEB, stack.url),
                )
            )
        addresses = {"httpUrl": stack.http_url, "socketUrl": stack.socket_url}
        at_end.enter_context(_address_file(arguments.state / "stack.json", addresses))
        _say(_welcome(stack, web_url))
        runner.run()


def _stop(stack: LocalStack) -> None:
    _ignore_stops()
    if stack.is_running:
        _say("\nStopping, and saving rooms ...")
    stack.stop()


def _ignore_stops() -> None:
    """A second Ctrl-C must not cut the saving short."""
    for number in _STOPS:
        signal.signal(number, signal.SIG_IGN)


def _interrupted(_number: int, _frame: object) -> None:
    _ignore_stops()
    raise KeyboardInterrupt


def main(argv: Sequence[str]) -> int:
    """Run until interrupted. Gives the exit code: 0 when stopped, 1 when it could not run."""
    arguments = arguments_of(argv)
    for number in _STOPS:
        # nohup has hangups ignored; a shell that starts us with "&" has not asked for that of Ctrl-C.
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _interrupted)
    try:
        _run(arguments)
    except KeyboardInterrupt:
        _say(f"Stopped. Rooms are kept in {arguments.state}; delete it to start afresh.")
    except PortTakenError as fault:
        print(f"{fault} Choose another, for example: NOLPAN_PORT=4600 make run", file=sys.stderr)
        return 1
    except StackError as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
