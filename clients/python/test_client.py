"""Tests against a running service: FRONTDESK_URL and FRONTDESK_KEY (a test key) say which."""

import base64
import hashlib
import hmac
import os
import time
import unittest

from frontdesk import Client, InvalidSignature, ProblemError, verify

URL, KEY = os.environ["FRONTDESK_URL"], os.environ["FRONTDESK_KEY"]
CLOCK = {"X-Test-Clock": "2026-11-18T10:00:00-05:00"}
CUSTOMER = {"name": "Dana Fox", "phone": "212 555 0142"}


class ClientTest(unittest.TestCase):
    frontdesk = Client(URL, KEY, headers=CLOCK)

    def test_lists_every_page(self) -> None:
        self.frontdesk.call("POST /api/v1/setup", body={"industry": "restaurant"})
        bookings = [
            self.frontdesk.call(
                "POST /api/v1/restaurant/reservations",
                body={"partySize": 2, "startsAt": f"2026-11-{day}T18:00", "customer": CUSTOMER},
            )
            for day in (19, 20, 21)
        ]
        listed_bookings = self.frontdesk.all("GET /api/v1/bookings", query={"limit": 1})
        self.assertEqual([booking["id"] for booking in listed_bookings], [booking["id"] for booking in reversed(bookings)])

    def test_rejects_an_old_webhook(self) -> None:
        secret, body = "whsec_c2VjcmV0", b'{"type":"ping"}'

        def signed_headers(seconds: float) -> dict[str, str]:
            timestamp = str(int(seconds))
            digest = hmac.new(b"secret", f"evt_1.{timestamp}.".encode() + body, hashlib.sha256).digest()
            signature = f"v1,{base64.b64encode(digest).decode()}"
            return {"Webhook-Id": "evt_1", "Webhook-Timestamp": timestamp, "Webhook-Signature": signature}

        self.assertEqual(verify(secret, signed_headers(time.time()), body), {"type": "ping"})
        with self.assertRaises(InvalidSignature):
            verify(secret, signed_headers(time.time() - 3600), body)

    def test_raises_problems(self) -> None:
        with self.assertRaises(ProblemError) as invalid_request:
            self.frontdesk.call(
                "POST /api/v1/restaurant/reservations",
                body={"partySize": 0, "startsAt": "2026-11-19T18:30", "customer": CUSTOMER},
            )
        self.assertEqual((invalid_request.exception.status, invalid_request.exception.code), (422, "validation_failed"))
        self.assertEqual(invalid_request.exception.errors[0]["pointer"], "/partySize")
        with self.assertRaises(ProblemError) as wrong_key:
            Client(URL, "fd_sk_test_wrong").call("GET /api/v1/config")
        self.assertEqual(wrong_key.exception.code, "invalid_api_key")
        with self.assertRaises(ProblemError) as unreachable:
            Client("http://127.0.0.1:1", KEY, retries=1).call("GET /api/v1/config")
        self.assertEqual((unreachable.exception.status, unreachable.exception.code), (0, "unreachable"))


if __name__ == "__main__":
    unittest.main()
