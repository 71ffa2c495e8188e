"""What the API refuses, as an exception (RFC 9457)."""

import json
from collections.abc import Mapping
from typing import Any


class ProblemError(Exception):
    """`code` says what is wrong and stays the same; `problem` has everything the API said."""

    def __init__(self, status: int, problem: Mapping[str, Any], retry_after: float | None = None) -> None:
        super().__init__(f"{problem.get('code')}: {problem.get('detail')}")
        self.status = status
        self.problem = dict(problem)
        self.code: str = problem.get("code", "unknown")
        self.detail: str = problem.get("detail", "")
        self.errors: list[dict[str, str]] = problem.get("errors", [])
        self.request_id: str | None = problem.get("requestId")
        self.retry_after = retry_after

    @classmethod
    def of_response(cls, status: int, retry_after: str | None, body: bytes) -> "ProblemError":
        try:
            problem = json.loads(body)
        except ValueError:
            problem = None
        if not isinstance(problem, dict):
            # Something in between answered, such as a proxy.
            problem = {"code": "unexpected_answer", "detail": f"The answer has the status {status} and is no problem document."}
        return cls(status, problem, float(retry_after) if retry_after and retry_after.isdigit() else None)
