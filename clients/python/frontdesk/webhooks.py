"""Verifies webhooks (Standard Webhooks)."""

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from typing import Any


class InvalidSignature(ValueError):
    """The message is not from the service, or it is too old."""


def verify(secret: str, headers: Mapping[str, str], body: bytes, tolerance: float = 300.0) -> Any:
    """Returns the event. `body` is the request's body as it came, before anybody parsed it."""
    given = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp = given.get("webhook-id", ""), given.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > tolerance:
        raise InvalidSignature("The message is too old or too new.")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    if not any(hmac.compare_digest(expected, sent) for sent in given.get("webhook-signature", "").split(" ")):
        raise InvalidSignature("The signature does not match.")
    return json.loads(body)
