"""Frontdesk's Python client: https://desk.example.com/docs/guides/python"""

from .api import Client
from .problem import ProblemError
from .webhooks import InvalidSignature, verify

__all__ = ["Client", "InvalidSignature", "ProblemError", "verify"]
