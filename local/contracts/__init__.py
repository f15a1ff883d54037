"""The published contracts, generated from the models and tables that the code itself uses.

``make contracts`` writes ``docs/openapi.yaml`` (HTTP), ``docs/asyncapi.yaml`` (the socket) and the
TypeScript types of ``web/src/contract``; none is ever edited by hand, and a test keeps them current.

=================  ================================================================================
``parts``          what belongs to the games: their options, actions, views, events, results
``openapi``        the HTTP API
``asyncapi``       the socket
``typescript``     JSON Schema as TypeScript
``codes``          every refusal in the code, for ``docs/rejections.md``
=================  ================================================================================
"""

from local.contracts.files import ASYNCAPI, OPENAPI, main, written

__all__ = ["ASYNCAPI", "OPENAPI", "main", "written"]
