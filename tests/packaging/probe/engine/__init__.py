"""Stands where the engine stands in the artefact."""
