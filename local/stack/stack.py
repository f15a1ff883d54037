"""The stack as an object: started, deployed, asked, stopped. For ``make run`` and for tests."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self, overload

import httpx

from local.stack import bundle, template
from local.stack.deploy import CODE_BUCKET, Deployer
from local.stack.emulator import Emulator, free_port
from local.stack.errors import FunctionError, PortTakenError, StackError
from local.stack.session import CLIENT_CONFIG, REGION, local_session

if TYPE_CHECKING:
    from mypy_boto3_apigatewaymanagementapi import ApiGatewayManagementApiClient
    from mypy_boto3_dynamodb import DynamoDBClient
    from mypy_boto3_scheduler import EventBridgeSchedulerClient
    from mypy_boto3_secretsmanager import SecretsManagerClient

ROOT = Path(__file__).resolve().parents[2]
TEMPLATE = ROOT / "template.yaml"
STACK_NAME = "nolpan-local"

Function = Literal["authorizer", "websocket", "deadline", "spectators", "lobby"]
_PORT_ATTEMPTS = 5
_CHECK_SEC = 30
_GUEST = {"nickname": "확인"}


class LocalStack:
    """The deployed template on a port of this machine.

    ``port=0`` takes a free one, so that any number can run at once. ``state_dir`` holds rooms,
    API ids, code and logs; the same folder brings the same addresses and rooms back, unless
    ``keep_state`` is false. ``parameters`` are the template's; the two addresses are set here.
    """

    def __init__(
        self,
        *,
        state_dir: Path,
        port: int = 0,
        parameters: Mapping[str, str] | None = None,
        keep_state: bool = True,
        bundle_dir: Path = ROOT / "bundle",
    ) -> None:
        self._wanted_port = port
        self._state_dir = state_dir.absolute()
        self._keep_state = keep_state
        self._parameters = dict(parameters or {})
        self._bundle_dir = bundle_dir
        self._session = local_session()
        self._emulator: Emulator | None = None
        self._clients: dict[str, Any] = {}
        self._outputs: dict[str, str] = {}

    # --- Life ---------------------------------------------------------------------------------

    def __enter__(self) -> Self:
        self.start()
        try:
            self.deploy()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Start the emulator, without a stack in it if the folder holds none.

        :raises PortTakenError: somebody listens on the port.
        :raises StackError: the folder is in use or cannot be written, or the emulator does not start.
        """
        for attempt in range(_PORT_ATTEMPTS):
            port = self._wanted_port or free_port()
            emulator = Emulator(port=port, state_dir=self._state_dir, keep_state=self._keep_state)
            try:
                emulator.start()
            except PortTakenError:  # a free port may be gone before the emulator has it
                if self._wanted_port or attempt == _PORT_ATTEMPTS - 1:
                    raise
            else:
                break
        self._emulator = emulator
        try:
            deployer = self._deployer()
            deployer.make_bucket()
            self._outputs = deployer.outputs() or {}
        except BaseException:
            self.stop()
            raise

    def deploy(self) -> None:
        """Put today's code and template in: create the stack, or change what is different.

        :raises StackError: it was refused; what was deployed before is still there.
        """
        code = bundle.zipped(self._bundle_dir)
        key = f"code-{hashlib.sha256(code).hexdigest()[:16]}.zip"
        deployer = self._deployer()
        deployer.upload(key, code)
        sam = template.read(TEMPLATE)
        if unknown := sorted(self._parameters.keys() - sam["Parameters"].keys()):
            raise StackError(f"template.yaml has no parameter {', '.join(unknown)}.")
        plain = template.translated(sam, self._session, bucket=CODE_BUCKET, key=key)
        addresses = {"ConnectionsEndpoint": self.connections_endpoint, "SocketUrl": self.socket_url}
        self._outputs = deployer.deploy(plain, self._parameters | addresses)

    def check(self) -> None:
        """Be a guest who looks at the open rooms: that needs the API, the secret, the table and policies.

        :raises StackError: something of it does not work, as when a file of the state is damaged: the
            emulator goes on without what was in it, and CloudFormation does not notice.
        """
        with httpx.Client(trust_env=False, timeout=_CHECK_SEC) as caller:
            guest = self._checked(caller, "POST", "/guests", {})
            token = guest.json()["token"] if guest.status_code == httpx.codes.CREATED else None
            self._checked(caller, "GET", "/rooms", {"authorization": f"Bearer {token}"} if token else {})

    def _checked(
        self, caller: httpx.Client, method: str, path: str, headers: Mapping[str, str]
    ) -> httpx.Response:
        try:
            answer = caller.request(
                method, f"{self.http_url}{path}", headers=headers, json=_GUEST if method == "POST" else None
            )
        except httpx.HTTPError as fault:
            said = str(fault)
        else:
            if answer.status_code != httpx.codes.NOT_FOUND and not answer.is_server_error:
                return answer
            said = str(answer.status_code)
        raise StackError(
            f"The stack is deployed, but {method} {path} is answered with {said}; why, is in "
            f"{self.log_dir / 'errors.log'}. If the code is right, what the folder {self._state_dir} keeps "
            "is damaged: delete it to start afresh."
        )

    def stop(self) -> None:
        """End everything that was started. Harmless when nothing runs."""
        for client in self._clients.values():
            client.close()
        self._clients = {}
        emulator, self._emulator = self._emulator, None
        if emulator is not None:
            emulator.stop()

    @property
    def is_running(self) -> bool:
        """Whether the emulator is alive."""
        return self._emulator is not None and self._emulator.is_running

    @property
    def is_deployed(self) -> bool:
        """Whether there is a stack to play on."""
        return bool(self._outputs)

    # --- Addresses ----------------------------------------------------------------------------

    @property
    def url(self) -> str:
        """The emulator itself: what AWS clients take as ``endpoint_url``."""
        return self._running().url

    @property
    def http_url(self) -> str:
        """Base address of the HTTP API, without a slash at the end."""
        return f"{self.url}/_aws/execute-api/{template.API_IDS['HttpApi']}/$default"

    @property
    def socket_url(self) -> str:
        """Where sockets open; the ticket goes in the query string."""
        return f"ws{self.connections_endpoint.removeprefix('http')}"

    @property
    def connections_endpoint(self) -> str:
        """What a management client takes as ``endpoint_url``."""
        stage = self._parameters.get("StageName", "live")
        return f"{self.url}/_aws/execute-api/{template.API_IDS['SocketApi']}/{stage}"

    @property
    def table(self) -> str:
        """Name of the table."""
        return self._outputs["TableName"]

    @property
    def secret_arn(self) -> str:
        """The secret that signs tokens and tickets."""
        return self._outputs["SecretArn"]

    @property
    def dead_letters_url(self) -> str:
        """The queue of lost wake-up calls."""
        return self._outputs["DeadLettersUrl"]

    @property
    def outputs(self) -> Mapping[str, str]:
        """All outputs of the template."""
        return self._outputs

    # --- Asking -------------------------------------------------------------------------------

    @overload
    def client(self, service: Literal["dynamodb"]) -> "DynamoDBClient": ...
    @overload
    def client(self, service: Literal["scheduler"]) -> "EventBridgeSchedulerClient": ...
    @overload
    def client(self, service: Literal["secretsmanager"]) -> "SecretsManagerClient": ...
    @overload
    def client(self, service: Literal["apigatewaymanagementapi"]) -> "ApiGatewayManagementApiClient": ...
    def client(self, service: str) -> object:
        """A client of the emulator; posts go to this stack's sockets."""
        return self._client(service)

    def invoke(self, function: Function, event: object) -> Any:
        """Call a function with an event and give what it returns.

        :raises FunctionError: it raised; the message holds its traceback.
        """
        answer = self._client("lambda").invoke(
            FunctionName=self._outputs[f"{function.capitalize()}FunctionName"],
            Payload=json.dumps(event).encode(),
        )
        result = json.loads(answer["Payload"].read() or b"null")
        if "FunctionError" in answer:
            raise FunctionError(f"{function}: {json.dumps(result, ensure_ascii=False)}")
        return result

    def log(self, function: Function) -> str:
        """What a function has logged since the start."""
        return self._read_log(f"{STACK_NAME}-{function}")

    def errors(self) -> str:
        """Tracebacks and error lines of all functions since the start."""
        return self._read_log("errors")

    @property
    def log_dir(self) -> Path:
        """Folder of the logs: one file per function, errors.log, emulator.log."""
        return self._running().logs

    # --- Inside -------------------------------------------------------------------------------

    def _running(self) -> Emulator:
        if self._emulator is None:
            raise StackError("The stack is not running.")
        return self._emulator

    def _deployer(self) -> Deployer:
        return Deployer(
            self._client("cloudformation"), self._client("s3"), name=STACK_NAME, url=self.url, region=REGION
        )

    def _client(self, service: str) -> Any:
        if service not in self._clients:
            posts = service == "apigatewaymanagementapi"
            self._clients[service] = self._session.client(
                service,  # type: ignore[call-overload]  # its overloads know literal names only
                endpoint_url=self.connections_endpoint if posts else self.url,
                config=CLIENT_CONFIG,
            )
        return self._clients[service]

    def _read_log(self, name: str) -> str:
        file = self.log_dir / f"{name}.log"
        return file.read_text("utf-8") if file.exists() else ""
