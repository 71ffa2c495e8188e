"""Plays a journey against a running service: FRONTDESK_URL and FRONTDESK_KEY (a test key) say which."""

import os
import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer

from frontdesk import Client, InvalidSignature, ProblemError, verify

URL, KEY = os.environ["FRONTDESK_URL"], os.environ["FRONTDESK_KEY"]
CLOCK = {"X-Test-Clock": "2026-11-18T10:00:00-05:00"}


class Receiver:
    """Keeps the first request that it gets."""

    def __init__(self) -> None:
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.requests.append((dict(self.headers), body))
                self.send_response(204)
                self.end_headers()
                receiver.arrived.set()

            def log_message(self, *_: object) -> None:
                pass

        self.requests: list[tuple[dict[str, str], bytes]] = []
        self.arrived = threading.Event()
        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}/hooks"


class Journey(unittest.TestCase):
    frontdesk = Client(URL, KEY, headers=CLOCK)

    def test_journey(self) -> None:
        frontdesk = self.frontdesk
        frontdesk.call("POST /api/v1/setup", body={"industry": "restaurant"})
        receiver = Receiver()
        endpoint = frontdesk.call("POST /api/webhooks", body={"url": receiver.url, "events": ["booking.created"]})

        first = frontdesk.call("POST /api/chat", body={"message": "Table for 4 tomorrow at 7:30 pm?"})
        self.assertEqual(first["intent"], "restaurant.reserve")
        for message in ("Dana Fox, 212 555 0142", "Yes please"):
            answer = frontdesk.call(
                "POST /api/chat", body={"message": message, "conversationId": first["conversationId"]}
            )
        booking = {"id": answer["receipts"][0]["id"]}

        self.assertTrue(receiver.arrived.wait(60))
        headers, body = receiver.requests[0]
        event = verify(endpoint["secret"], headers, body)
        self.assertEqual((event["type"], event["data"]["id"]), ("booking.created", booking["id"]))
        with self.assertRaises(InvalidSignature):
            verify(endpoint["secret"], headers, body + b" ")
        with self.assertRaises(InvalidSignature):
            verify(endpoint["secret"], {**headers, "webhook-timestamp": "1"}, body)

        moved = frontdesk.call(
            "PATCH /api/v1/bookings/{id}", params={"id": booking["id"]}, body={"startsAt": "2026-11-19T18:30"}
        )
        self.assertEqual((moved["startsAt"], moved["version"]), ("2026-11-19T18:30:00-05:00", 2))
        listed = [each["id"] for each in frontdesk.all("GET /api/v1/bookings", query={"limit": 1})]
        self.assertEqual(listed, [booking["id"]])
        canceled = frontdesk.call("POST /api/v1/bookings/{id}/cancel", params={"id": booking["id"]})
        self.assertEqual(canceled["status"], "cancelled")
        receiver.server.shutdown()

    def test_problems(self) -> None:
        with self.assertRaises(ProblemError) as refused:
            self.frontdesk.call(
                "POST /api/v1/restaurant/reservations",
                body={
                    "partySize": 0,
                    "startsAt": "2026-11-19T18:30",
                    "customer": {"name": "Dana Fox", "phone": "212 555 0142"},
                },
            )
        self.assertEqual((refused.exception.status, refused.exception.code), (422, "validation_failed"))
        self.assertEqual(refused.exception.errors[0]["pointer"], "/partySize")
        with self.assertRaises(ProblemError) as unknown:
            Client(URL, "fd_sk_test_wrong").call("GET /api/v1/config")
        self.assertEqual(unknown.exception.code, "invalid_api_key")
        with self.assertRaises(ProblemError) as silent:
            Client("http://127.0.0.1:1", KEY, retries=1).call("GET /api/v1/config")
        self.assertEqual((silent.exception.status, silent.exception.code), (0, "unreachable"))


if __name__ == "__main__":
    unittest.main()
