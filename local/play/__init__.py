"""The terminal client: ``python -m local.play``. What players read here is Korean.

It knows no rules: it draws the ``view`` that the server sends and offers the ``legalMoves`` in
it. A game is added by one entry in ``boards``.
"""
