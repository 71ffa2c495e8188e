"""The steps of the journey with the Python client: one JSON request per line of the input, one JSON result per line of the output."""

import json
import os
import sys

from frontdesk import Client, InvalidSignature, ProblemError, verify

CLOCK = {"X-Test-Clock": os.environ["CLOCK"]}
frontdesk = Client(os.environ["FRONTDESK_URL"], os.environ["FRONTDESK_KEY"], headers=CLOCK)


def set_up(setup, document, keep_samples):
    frontdesk.call("POST /api/v1/setup", body=setup)
    frontdesk.call("PUT /api/v1/config", body=document)
    return frontdesk.call("POST /api/v1/config/samples", body=keep_samples)


def chat(message, conversation_id=None):
    continued = {} if conversation_id is None else {"conversationId": conversation_id}
    return frontdesk.call("POST /api/chat", body={"message": message, **continued})


def move(booking_id, starts_at):
    return frontdesk.call("PATCH /api/v1/bookings/{id}", params={"id": booking_id}, body={"startsAt": starts_at})


STEPS = {
    "setUp": set_up,
    "subscribe": lambda endpoint: frontdesk.call("POST /api/webhooks", body=endpoint),
    "chat": chat,
    "book": lambda reservation: frontdesk.call("POST /api/v1/restaurant/reservations", body=reservation),
    "move": move,
    "cancel": lambda booking_id: frontdesk.call("POST /api/v1/bookings/{id}/cancel", params={"id": booking_id}),
    "verify": lambda secret, delivery: verify(secret, delivery["headers"], delivery["body"].encode()),
    "listEvents": lambda object_id: list(frontdesk.all("GET /api/events", query={"objectId": object_id})),
}

for line in sys.stdin:
    step, *arguments = json.loads(line)
    try:
        response = {"result": STEPS[step](*arguments)}
    except (InvalidSignature, ProblemError) as error:
        response = {"error": str(error)}
    print(json.dumps(response), flush=True)
