"""Fetching what an OpenID provider publishes about itself."""

import urllib.request

MAX_ANSWER_BYTES = 256 * 1024
TIMEOUT_SEC = 3


def fetch(url: str) -> bytes:
    """What lies at an ``https`` address: at most 256 KB, within seconds, no redirect followed.

    :raises OSError: it cannot be had.
    :raises ValueError: it is another kind of address, or too large.
    """
    if not url.startswith("https://"):
        raise ValueError("a provider's address begins with https://")
    opener = urllib.request.build_opener(_NoRedirect)
    with opener.open(url, timeout=TIMEOUT_SEC) as answer:
        body: bytes = answer.read(MAX_ANSWER_BYTES + 1)
    if len(body) > MAX_ANSWER_BYTES:
        raise ValueError("the provider's answer is too large")
    return body


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A key set is where its provider says it is, and nowhere else: a redirect is an error."""

    def redirect_request(self, *_: object, **__: object) -> None:
        """Follow nobody."""
