"""Holds any deployment to the published contract: ``python -m local.conformance URL``.

It plays in rooms of its own as guests do, walks every message and every refusal that can be provoked
from outside, holds each answer to ``docs/openapi.yaml`` and ``docs/asyncapi.yaml``, and says in plain
words what differs. It shares no code with the server, so it works for one in another language too.

=============  ==================================================================================
``contract``   the published documents, and what is wrong with an answer by them
``report``     what was walked, and what differed
``walk``       people over HTTP and at sockets
``steps_*``    the steps: HTTP, rooms, play, and each game's own refusals
=============  ==================================================================================
"""
