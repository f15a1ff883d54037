"""What is deployed: the template, the artefact, the sample events, and the stack on one machine."""
