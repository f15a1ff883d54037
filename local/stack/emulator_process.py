"""The emulator's own process: ministack, with what it leaves out put in.

Run as a script by ``emulator.py``, never imported. It ends when its standard input does, so
it cannot outlive the program that started it, however that one ended.

What ministack does by itself, and a developer should know:

* Scheduler sweeps every 10 seconds: a schedule fires 0 to 10 seconds late (AWS: up to a minute).
  The rule that ``at()`` lies at least 60 seconds ahead is ours and is kept here too, so the
  earliest wake-up is seen a minute after it is armed. A schedule in the past fires at the next sweep.
* Frames of one connection are handled one after another, and all connections share one
  process per function: a race between two commands cannot be seen here.
* A connection lives as long as its client likes: no 10 minutes idle, no 2 hours, no 32 KB.
* TTL never deletes; the table keeps what has expired.
* With SnapStart on, a published version's process lives until the stack is started again.
* Throttling is accepted and not enforced. Policies are enforced (AUTH): a function that asks for
  more than template.yaml allows is refused here as on AWS; only iam:PassRole is not looked at.
* ``ExcludePunctuation`` of a generated secret is not honoured.

What is put in here:

* The CORS settings of the HTTP API: ministack takes them from a template and then looks for them
  under other names, so every browser is refused.
* A schedule's group in the name that policies are compared with; ministack always says "default".
* An invocation's log lines and its traceback are written to files; ministack drops both when
  the event came through a WebSocket.
* A failed command is answered with the gateway's failure frame, as on AWS. ministack sends the
  text of the exception. And what a handler returns as its body is dropped, as on AWS without a
  route response; ministack sends it to the player.
"""

import json
import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

from hypercorn.config import Config
from ministack import app
from ministack.core import iam_actions
from ministack.core.lambda_runtime import Worker
from ministack.services import apigateway

LOG_FOLDER = Path(os.environ["NOLPAN_LOG_FOLDER"])
ERRORS = LOG_FOLDER / "errors.log"
_writing = threading.Lock()

_invoke = Worker.invoke
_invoke_for_socket = apigateway._invoke_ws_lambda
_resource_arn = iam_actions.extract_resource_arn
_cors_headers = apigateway._cors_response_headers
_cors_preflight = apigateway._cors_preflight_response


def _append(file: Path, text: str) -> None:
    with _writing, file.open("a", encoding="utf-8") as log:
        log.write(text)


def _complaint(line: str) -> str | None:
    """A log line of Powertools at ERROR or above, as a person reads it; None for any other line."""
    try:
        record = json.loads(line)
    except ValueError:
        return None
    if not isinstance(record, dict) or record.get("level") not in ("ERROR", "CRITICAL"):
        return None
    text = f"{record.get('message')} ({record.get('where') or record.get('location')})"
    return f"{text}\n{record['exception']}" if "exception" in record else text


def _write_log(function: str, answer: dict[str, Any]) -> None:
    lines = [line for line in str(answer.get("log") or "").splitlines() if line.strip()]
    if lines:
        _append(LOG_FOLDER / f"{function}.log", "".join(f"{line}\n" for line in lines))
    wrong = [complaint for line in lines if (complaint := _complaint(line))]
    if answer.get("status") == "error":
        wrong.append(str(answer.get("trace") or answer.get("error")).strip())
    if wrong:
        stamp = time.strftime("%H:%M:%S")
        _append(ERRORS, "".join(f"{stamp} {function}: {text}\n" for text in wrong))


def _logged_invoke(self: Worker, event: object, request_id: str, **context: Any) -> dict[str, Any]:
    try:
        answer: dict[str, Any] = _invoke(self, event, request_id, **context)
    except RuntimeError as fault:  # the worker did not start: to AWS an error of the function, too
        answer = {"status": "error", "error": str(fault)}
    _write_log(self.func_name, answer)
    return answer


async def _socket_answer(*arguments: Any, **more: Any) -> dict[str, Any] | None:
    """What the gateway does with the function's answer to one event of a socket."""
    connection_id, event_type, request_id = arguments[5:8]
    answer: dict[str, Any] | None = await _invoke_for_socket(*arguments, **more)
    if answer is None or event_type != "MESSAGE":
        return answer
    if answer.get("statusCode") != 500:
        return {**answer, "body": ""}
    frame = {"message": "Internal server error", "connectionId": connection_id, "requestId": request_id}
    return {**answer, "body": json.dumps(frame)}


def _as_the_service_names_them(settings: dict[str, Any]) -> dict[str, Any]:
    return {name[:1].lower() + name[1:]: value for name, value in settings.items()}


def _resource_arn_with_group(
    service: str, method: str, path: str, headers: dict[str, str], body: bytes, *more: Any
) -> str:
    arn: str = _resource_arn(service, method, path, headers, body, *more)
    if service == "scheduler" and ":schedule/default/" in arn:
        query = more[0].get("groupName", ["default"])
        group = json.loads(body).get("GroupName", "default") if body else query
        arn = arn.replace("/default/", f"/{group[0] if isinstance(group, list) else group}/")
    return arn


def _end_with_parent() -> None:
    sys.stdin.buffer.read()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    Worker.invoke = _logged_invoke
    iam_actions.extract_resource_arn = _resource_arn_with_group
    apigateway._invoke_ws_lambda = _socket_answer
    apigateway._cors_response_headers = lambda cors, origin: _cors_headers(
        _as_the_service_names_them(cors), origin
    )
    apigateway._cors_preflight_response = lambda cors, origin: _cors_preflight(
        _as_the_service_names_them(cors), origin
    )
    # Sockets stay open until the very end: waiting for them only delays Ctrl-C.
    Config.graceful_timeout = 0.2
    threading.Thread(target=_end_with_parent, daemon=True).start()
    app.main()
