"""Calls to the Frontdesk API, with the standard library alone."""

import json
import time
import uuid
from collections.abc import Iterator, Mapping
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

from .problem import ProblemError

_TEMPORARY = {429, 500, 502, 503, 504}
_BASE_DELAY_SECONDS = 0.25
_MAX_DELAY_SECONDS = 60.0


class BaseClient:
    """Sends requests. `Client` adds the endpoints and their types."""

    def __init__(
        self,
        base_url: str,
        key: str,
        *,
        headers: Mapping[str, str] | None = None,
        retries: int = 2,
        timeout: float = 30.0,
    ) -> None:
        self._base_url = base_url.rstrip("/")
        self._key = key
        self._headers = dict(headers or {})
        self._retries = retries
        self._timeout = timeout

    def _call(
        self,
        endpoint: str,
        *,
        params: Mapping[str, str] | None = None,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> Any:
        method, path = endpoint.split(" ", 1)
        for name, value in (params or {}).items():
            path = path.replace("{" + name + "}", quote(value, safe=""))
        given = {name: _text(value) for name, value in (query or {}).items() if value is not None}
        url = self._base_url + path + (f"?{urlencode(given)}" if given else "")
        # A retry must not take effect twice.
        key = idempotency_key or (str(uuid.uuid4()) if method == "POST" else None)
        sent = {"Authorization": f"Bearer {self._key}", **self._headers, **(headers or {})}
        if body is not None:
            sent["Content-Type"] = "application/json"
        if key is not None:
            sent["Idempotency-Key"] = key
        data = None if body is None else json.dumps(body).encode()
        for attempt in range(self._retries + 1):
            try:
                return self._send(Request(url, data, sent, method=method))
            except ProblemError as problem:
                is_repeatable = method != "PATCH"
                if attempt == self._retries or not is_repeatable or not _is_temporary(problem):
                    raise
                delay = problem.retry_after or _BASE_DELAY_SECONDS * 2**attempt
                time.sleep(min(delay, _MAX_DELAY_SECONDS))
        raise AssertionError("unreachable")

    def _send(self, request: Request) -> Any:
        try:
            with urlopen(request, timeout=self._timeout) as response:
                content = response.read()
                is_json = "json" in response.headers.get("Content-Type", "")
        except HTTPError as error:
            raise ProblemError.of_response(error.code, error.headers.get("Retry-After"), error.read()) from None
        except (URLError, HTTPException, OSError) as error:
            raise ProblemError(0, {"code": "unreachable", "detail": f"The service cannot be reached: {error}"}) from error
        if not content:
            return None
        return json.loads(content) if is_json else content.decode()

    def _all(self, endpoint: str, *, query: Mapping[str, Any] | None = None, **options: Any) -> Iterator[Any]:
        start: dict[str, str] = {}
        while True:
            page = self._call(endpoint, query={**(query or {}), **start}, **options)
            yield from page["data"]
            if not page["has_more"]:
                return
            start = {"starting_after": page["data"][-1]["id"]}


def _is_temporary(problem: ProblemError) -> bool:
    return problem.status == 0 or problem.status in _TEMPORARY


def _text(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ",".join(map(_text, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
